import { FetchFailure } from '../fetch-failure.js';
import { readPart } from './xml-part.js';
import type { WorkbookParts } from './workbook-parts.js';

/** What a part of a workbook refers to, by the id of the reference. References outside of the workbook are left out. */
export type Relationships = ReadonlyMap<string, { type: string; target: string }>;

/** @param part the name of the referring part; empty for the workbook itself. @throws FetchFailure */
export async function relationshipsOf(parts: WorkbookParts, part: string): Promise<Relationships> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const found = new Map<string, { type: string; target: string }>();
  if (!parts.has(name)) return found;
  await readPart(
    parts.read(name),
    {
      open(element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) {
        if (element !== 'Relationship' || /^external$/i.test(mode)) return;
        found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) });
      },
      close: () => undefined,
    },
    { name },
  );
  return found;
}

/** The first target of this type; null if there is none. */
export function targetOf(relationships: Relationships, type: string): string | null {
  return [...relationships.values()].find((one) => one.type === type)?.target ?? null;
}

/**
 * The same, for a part without which cells would be read wrong.
 * @throws FetchFailure if the workbook lacks the part to which it refers
 */
export function partOf(parts: WorkbookParts, relationships: Relationships, type: string): string | null {
  const target = targetOf(relationships, type);
  if (target !== null && !parts.has(target)) throw lackOf(target);
  return target;
}

/** The failure of a workbook that refers to a part that it does not hold. */
export function lackOf(part: string): FetchFailure {
  return new FetchFailure('sheet', `the workbook is damaged: it lacks its part ${part.slice(0, 60)}`);
}

function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  const path = target.startsWith('/') ? target : folder + target;
  for (const step of path.split('/'))
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  return steps.join('/');
}
