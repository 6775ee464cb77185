import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain } from '../../src/inspect/listing/explain.js';
import { findSubjects } from '../../src/inspect/listing/find-subject.js';
import { feedQuality } from '../../src/inspect/quality.js';
import { adviceFor } from '../../src/mapping/check/advice.js';
import { issueCodes, type Issue } from '../../src/model/outcome.js';
import { feedFindingCodes } from '../../src/model/quality-finding.js';
import { openStore } from '../../src/store/open-store.js';
import { causeSentence, issueSentence } from '../../src/texts/issue-sentences.js';
import { memorySpool } from '../feed/memory-spool.js';
import { connectionId, now, publish, recordDecision, worldOn, type World } from '../store/builders.js';

let world: World;
beforeEach(async () => {
  const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };
  world = await worldOn(await openStore('sqlite::memory:', { clock }));
});
afterEach(async () => world.store.close());

/** What is said of a code that no table has, whatever the field. */
const unknownCode = 'no_such_code';
const unknownAdvice = adviceFor(unknownCode as Issue['code'], { pointer: '/price/amount' });
const unknownSentences = [true, false].map((blocks) => causeSentence(unknownCode, 'price.amount', blocks));

/** Nothing of it is left to the reader: letters of their own, a final stop, no code and no path. */
function isSentence(text: string): boolean {
  return /^\p{Lu}.*[.!]$/u.test(text) && !/undefined|_|\//.test(text);
}

describe.each(issueCodes())('a record with the issue %s', (code) => {
  const issue: Issue = {
    severity: 'warning',
    code,
    pointer: '/price/amount',
    message: `What is wrong: ${code}.`,
    value: 'x',
  };

  it('is a line of quality with an advice, a warning of explain, and a sentence in both languages', async () => {
    await publish(world, ['a', 'b']);
    const decision = recordDecision(0, 'a', { issues: [issue] });
    await world.store.records.commitBlock(connectionId, world.feedId, [decision], now);
    const [finding, ...others] = await feedQuality(world.feedId, world.store, now);
    expect(others).toEqual([]);
    const { pointer, message } = issue;
    const samples = [{ sourceId: 'a', value: 'x' }];
    expect(finding).toMatchObject({ code, pointer, message, count: 1, of: 2, samples });
    expect(finding?.advice).not.toBe(unknownAdvice);
    expect(finding?.advice).toMatch(/^.{10,}\.$/su);

    const { store } = world;
    const [subject] = await findSubjects('a', {}, { store, idPrefixOf: () => '' });
    if (subject === undefined) throw new Error('a was not found');
    const readable = async (): Promise<string> => 'The mapping cannot be read.';
    const deps = { store, spool: memorySpool(), titleField: 'title', itemWindowMs: 3_600_000, readable };
    const found = await explain(subject, deps, { now, showTime: (at) => `T+${at - now}` });
    expect(found.record?.issues).toEqual([issue]);

    for (const severity of ['warning', 'error'] as const) {
      const { sr, en } = issueSentence({ ...issue, severity });
      expect([sr, en].filter((text) => !isSentence(text))).toEqual([]);
      expect(sr).not.toBe(en);
      if (!notAccepted.has(code)) expect(unknownSentences.map((one) => one.en)).not.toContain(en);
    }
  });
});

/** These say what is said of a value that the portal refuses for any other reason: its form is wrong. */
const notAccepted: ReadonlySet<string> = new Set(['invalid_enum', 'invalid_format', 'invalid_type']);

it.each(feedFindingCodes)('the finding %s of a whole feed has an advice and a sentence', (code) => {
  expect(adviceFor(code, { pointer: '/photos', value: 'v' })).not.toBe(unknownAdvice);
  const { sr, en } = causeSentence(code, 'photos', false);
  expect([sr, en].filter((text) => !isSentence(text))).toEqual([]);
  expect(en).not.toBe(causeSentence(unknownCode, 'photos', false).en);
});
