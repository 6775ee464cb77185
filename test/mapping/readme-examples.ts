import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { payloadFields } from '../../src/mapping/language/payload-fields.js';

/** One record of an example, and what the README says becomes of it. */
export interface ExampleRecord {
  record: string;
  /** What stands before and around the record. */
  header: string | null;
  expected: { path: string; value: unknown }[];
}

export interface Example {
  /** Its headline in the README. */
  name: string;
  mapping: Record<string, unknown>;
  /** Mappings that it extends, by name. */
  bases: Record<string, Record<string, unknown>>;
  records: ExampleRecord[];
}

const readme = readFileSync(new URL('../../mappings/README.md', import.meta.url), 'utf8');

/** The examples of the README: a block of YAML, what it extends, and a block of records with what becomes of them. */
export function readmeExamples(): Example[] {
  const examples: Example[] = [];
  let headline = '';
  for (const [, title, kind, text = ''] of readme.matchAll(/^#+ ([^\n]*)$|^```(\w+)\n(.*?)^```$/gms)) {
    if (title !== undefined) headline = title;
    const last = examples.at(-1);
    const base = /^# (\w+)\.yaml$/m.exec(text)?.[1];
    if (kind === 'yaml' && base !== undefined && last) last.bases[base] = asMapping(text);
    else if (kind === 'yaml')
      examples.push({
        name: `${headline} ${examples.length + 1}`,
        mapping: asMapping(text),
        bases: {},
        records: [],
      });
    else if (kind === 'text') last?.records.push(...text.split('\n\n').map(asRecord));
  }
  return examples;
}

/** Of the two places of `state`, the README shows the one at the top. */
const topKeys = ['state'];
const otherFields = ['photos', 'location.place_id', 'attributes', 'rent.utilities_included', 'house_rules'];

/** Parts of the listing stand under `fields:`. */
function asMapping(text: string): Record<string, unknown> {
  const written = parse(text) as Record<string, unknown>;
  const isField = (key: string): boolean =>
    !topKeys.includes(key) && (payloadFields.has(key) || otherFields.includes(key));
  const top = Object.entries(written).filter(([key]) => !isField(key));
  const fields = Object.entries(written).filter(([key]) => isField(key));
  return {
    ...Object.fromEntries(top),
    ...('fields' in written ? {} : { fields: Object.fromEntries(fields) }),
  };
}

function asRecord(text: string): ExampleRecord {
  const lines = text.trimEnd().split('\n');
  const results = lines.filter((line) => line.startsWith('=> '));
  const given = lines.filter((line) => !line.startsWith('=> '));
  const header = given.find((line) => line.startsWith('<header>')) ?? null;
  return {
    record: given.filter((line) => line !== header).join('\n'),
    header,
    expected: results.map((line) => {
      const [, path = '', value = ''] = /^=> ([\w.]+): (.*)$/.exec(line) ?? [];
      return { path, value: path === 'issue' || path === 'outcome' ? value : parse(value) };
    }),
  };
}
