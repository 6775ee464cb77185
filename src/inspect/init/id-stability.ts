import { isObject } from '../../model/own-value.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Sentence } from '../../model/sentence.js';
import { stableIdRequest } from '../../texts/proposal-words.js';
import type { JudgedMapping } from './judge-mapping.js';
import type { CompiledMapping } from '../../mapping/compile/load-mapping.js';

/** Whether the records' ids are complete, unique and stable. */
export interface IdStability {
  records: number;
  missing: number;
  repeated: number;
  /** Number of ids that both copies of the feed have; null without a second copy. */
  shared: number | null;
  /** One sentence per problem. */
  doubts: string[];
}

/** Share of records without an id of their own from which the maker of the software is asked for one. */
const brokenShare = 0.02;

/**
 * What to ask the maker of the software for where the feed has no id that stays: a proposal combines one from other fields, or records
 * have none or share one. Null where nothing is to be asked.
 * @param proposed the rule of the id in a proposal; null: the mapping is no proposal
 */
export function idRequest(
  proposed: unknown,
  { records, missing, repeated }: Pick<IdStability, 'records' | 'missing' | 'repeated'>,
): Sentence | null {
  const isCombined = [proposed].flat().some((rule) => isObject(rule) && 'template' in rule);
  return isCombined || missing + repeated > records * brokenShare ? stableIdRequest : null;
}

/** Judges the ids of a whole file. @param records its first records. @param second records of another copy of the same feed; null: none */
export function idStability(
  { mapping, ids }: Pick<JudgedMapping, 'mapping' | 'ids'>,
  records: readonly ParsedRecord[],
  second: readonly ParsedRecord[] | null,
): IdStability {
  const { records: all, missing, repeated } = ids;
  const doubts: string[] = [];
  if (missing > 0) doubts.push(`${missing} of ${all} records have no id; they cannot be published.`);
  if (repeated > 0)
    doubts.push(
      repeated === 1
        ? 'One record repeats the id of another; such listings wait.'
        : `${repeated} records repeat the id of another; such listings wait.`,
    );
  if (second === null) return { records: all, missing, repeated, shared: null, doubts };
  const others = second.map((record) => mapping.sourceId(record)).filter((id) => id !== null);
  const shared = others.filter((id) => ids.has(id)).length;
  if (shared < others.length * 0.5)
    doubts.push(
      `Only ${shared} of ${others.length} ids of the second copy are in the first: the export seems to assign new ids each time, so every listing would be removed and created again.`,
    );
  const moved = contentMoved(mapping, records, second);
  if (moved > 0.5)
    doubts.push(
      'The same ids belong to other listings in the second copy: the export numbers its rows. Ask for the real ids.',
    );
  return { records: all, missing, repeated, shared, doubts };
}

/** Share of the common ids whose records share less than half of their fields, as when an export numbers its rows. */
function contentMoved(
  mapping: CompiledMapping,
  first: readonly ParsedRecord[],
  second: readonly ParsedRecord[],
): number {
  const before = new Map(first.map((record) => [mapping.sourceId(record), record]));
  let common = 0;
  let moved = 0;
  for (const record of second) {
    const id = mapping.sourceId(record);
    const former = id === null ? undefined : before.get(id);
    if (former === undefined) continue;
    common += 1;
    const [a, b] = [partsOf(former), partsOf(record)];
    const same = [...b].filter((part) => a.has(part)).length;
    if (same < b.size * 0.5) moved += 1;
  }
  return common === 0 ? 0 : moved / common;
}

function partsOf({ value }: ParsedRecord): Set<string> {
  return new Set(Object.entries(value).map(([key, part]) => `${key} ${JSON.stringify(part)}`));
}
