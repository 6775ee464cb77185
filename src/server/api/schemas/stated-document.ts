import type { z } from '@hono/zod-openapi';
import { ownerFact, type DifferingFact } from '../../../core/setup/differing-facts.js';
import { namedOf, rulesOf, type FactAnswer } from '../../../core/setup/fact-answer.js';
import type { FactValue } from '../../../core/setup/listing-rule.js';
import { iso } from '../../../documents/time.js';
import type { StatementRecord } from '../../../store/store.js';
import { namedStatement, ruleStatement } from '../../../sync/decisions/stated-facts.js';
import type { RuleNames } from '../../../texts/setup/rule-words.js';
import type { StatedSchema } from './setup-schemas.js';

type Stated = z.input<typeof StatedSchema>;
/** A sentence that is in force, with the statement that made it so. */
interface Part {
  sentence: string;
  from: StatementRecord;
}

/** The statement that made an answer about all listings what it is; null: the answer is not in force. */
export function statedOfAll(
  kind: 'mandate' | 'owner_nearby',
  inForce: boolean | null,
  statements: readonly StatementRecord[],
): Stated | null {
  const last = lastOfAll(kind, inForce, statements);
  return last === null ? null : statedDocument(last.value, [{ sentence: last.sentence, from: last }]);
}

function lastOfAll(
  kind: 'mandate' | 'owner_nearby',
  inForce: boolean | null,
  statements: readonly StatementRecord[],
): StatementRecord | null {
  return statements.findLast((one) => one.kind === kind && one.value === inForce) ?? null;
}

/**
 * What is stated of a fact now, each part in the sentence that is kept for it, with the person who stated it and the time. The answer says
 * which parts there are: of one that was withdrawn nothing is shown.
 */
export function statedInForce(
  fact: DifferingFact,
  inForce: FactAnswer | null,
  statements: readonly StatementRecord[],
  names: RuleNames,
): Stated | null {
  if (inForce === null || typeof inForce === 'boolean')
    return statedOfAll('owner_nearby', inForce, statements);
  const ofAll =
    fact.path === ownerFact.path && typeof inForce.others === 'boolean'
      ? lastOfAll('owner_nearby', inForce.others, statements)
      : null;
  const parts: Part[] = [
    ...(ofAll === null ? [] : [{ sentence: ofAll.sentence, from: ofAll }]),
    ...namedOf(inForce).flatMap(([value, ids]) => namedParts(fact, { value, ids }, statements, names)),
    ...rulesOf(inForce).flatMap((rule) => {
      const kept = statements.filter(({ kind }) => kind === `${fact.topic}_rule`);
      const sentenceBy = (by: StatementRecord): string =>
        ruleStatement(fact, 'rule', by, rule, names).sentence;
      // A place may have another name since the rule was stated: its sentence is then another one.
      const from = kept.findLast((one) => one.sentence === sentenceBy(one)) ?? kept.at(-1);
      return from === undefined ? [] : [{ sentence: sentenceBy(from), from }];
    }),
  ];
  if (parts.length === 0) return null;
  const isOfAll = parts.length === 1 && ofAll !== null;
  return statedDocument(isOfAll ? ofAll.value : null, parts);
}

/** One sentence for each statement that named some of the ids last, in the order of the statements. */
function namedParts(
  fact: DifferingFact,
  { value, ids }: { value: FactValue; ids: readonly string[] },
  statements: readonly StatementRecord[],
  names: RuleNames,
): Part[] {
  const kept = statements.filter(({ kind }) => kind === `${fact.topic}_some`);
  const sentenceOf = (by: StatementRecord, of: readonly string[]): string =>
    namedStatement(fact, by, { value, ids: of }, names).sentence;
  const listed = kept.map((one) => {
    const [start = '', end = ''] = sentenceOf(one, ['\n']).split('\n');
    const fits = one.sentence.startsWith(start) && one.sentence.endsWith(end);
    const list = fits ? one.sentence.slice(start.length, one.sentence.length - end.length) : '';
    return { one, list: `, ${list}, ` };
  });
  const byStatement = new Map<StatementRecord, string[]>();
  for (const id of ids) {
    // An id may be another one since it was stated: it follows its record.
    const from = listed.findLast(({ list }) => list.includes(`, ${id}, `))?.one ?? kept.at(-1);
    if (from === undefined) continue;
    byStatement.set(from, [...(byStatement.get(from) ?? []), id]);
  }
  return kept.flatMap((from) => {
    const own = byStatement.get(from);
    return own === undefined ? [] : [{ sentence: sentenceOf(from, own), from }];
  });
}

/** @param value null: it differs between listings */
function statedDocument(value: boolean | null, parts: readonly Part[]): Stated {
  const last = parts.reduce<StatementRecord | null>(
    (newest, { from }) => (newest === null || from.id > newest.id ? from : newest),
    null,
  );
  if (last === null) throw new RangeError('nothing is stated');
  const { name, role, at, version } = last;
  return {
    value,
    sentences: parts.map(({ sentence }) => sentence),
    parts: parts.map(({ sentence, from }) => ({
      ...{ sentence, name: from.name, role: from.role, at: iso(from.at) },
    })),
    ...{ name, role, at: iso(at), version },
  };
}
