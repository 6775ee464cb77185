import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Deliberate mistakes in one file of the content guard, each of which the test must find. */
interface Breakage {
  file: string;
  test: string;
  /** The rule that is broken, the code that decides it, and what stands there instead. */
  breaks: readonly (readonly [rule: string, code: string, instead: string])[];
}

const breakages: readonly Breakage[] = [
  {
    file: 'src/core/content/guard/guard-content.ts',
    test: 'test/core/content-guard.test.ts',
    breaks: [
      [
        'only the doubtful value waits',
        'for (const field of held) wanted = withFieldOf(wanted, field, cleared ?? {});',
        'if (cleared !== null) wanted = cleared;',
      ],
      [
        'a value equal to cleared or to the history is never in doubt',
        'return isLive || history.some((past) => past.value === value && this.#isOf(past, field));',
        'return isLive;',
      ],
      [
        'a new listing waits for its price',
        "if (cleared === null && (held.has('price') || held.has('state'))) return null;",
        "if (cleared === null && held.has('state')) return null;",
      ],
      [
        'another offer or property under the same id: the whole change waits',
        'const isOther = cleared !== null && isPriceDoubtful && isOtherListing(cleared, mapped);',
        'const isOther = false as boolean && cleared !== null;',
      ],
      [
        'leaving public view never waits',
        "return state === 'inactive' ? { ...cleared, state } : cleared;",
        "return state === 'inactive' ? cleared : cleared;",
      ],
      [
        'a confirmation holds for that value',
        '(one) => one.takenBackAt === null && one.value === value && this.#isOf(one, field),',
        '(one) => one.takenBackAt === null && this.#isOf(one, field),',
      ],
      [
        'a confirmation can be taken back',
        'if (isLive) payload = withValue(payload, field, before);',
        "if (isLive && field === 'state') payload = withValue(payload, field, before);",
      ],
      [
        'an unknown state word waits',
        'if (unknownState !== null) this.#doubt(',
        "if (unknownState === '') this.#doubt(",
      ],
      ['jump: a factor of five', 'const jumpFactor = 5;', 'const jumpFactor = 6;'],
      ['jump: bases of seven days', 'const baseMs = 7 * 86_400_000;', 'const baseMs = 1 * 86_400_000;'],
      [
        'the same figure in another currency',
        'if (former.amount === price.amount && former.currency !== price.currency)',
        'if (former.amount === -1 && former.currency !== price.currency)',
      ],
      [
        'an area five times as large',
        "if (area >= jumpFactor * former || area * jumpFactor <= former) this.#doubt('area', ['area'], []);",
        "if (area === -1) this.#doubt('area', ['area'], []);",
      ],
      [
        'most prices change by one factor: they wait',
        'if (commonFactor !== null && isAlike(eur / live, commonFactor)) return true;',
        '',
      ],
      [
        'a price stays with the one that waits',
        'return waiting !== null && distance(eur, inEur(waiting, rsdPerEur)) < distance(eur, live);',
        'return waiting !== null && eur < 0;',
      ],
    ],
  },
  {
    file: 'src/core/content/guard/past-values.ts',
    test: 'test/core/content-guard.test.ts',
    breaks: [
      [
        'a confirmed or doubtful value is no base for a jump',
        'return !isMarked && !confirmations.some(isThis);',
        'return true;',
      ],
    ],
  },
  {
    file: 'src/core/content/shared-questions.ts',
    test: 'test/core/shared-questions.test.ts',
    breaks: [['the same doubt in three feeds is one question', 'const feedsMin = 3;', 'const feedsMin = 4;']],
  },
  {
    file: 'src/core/content/guard/value-doubts.ts',
    test: 'test/core/content-guard.test.ts',
    breaks: [
      [
        'bands',
        "if (!isWithin(price.eur, total)) return ofPrice(isOtherOffer(price) ? 'offer_mismatch' : 'band', causes);",
        'if (!isWithin(price.eur, total)) return null;',
      ],
      [
        'outside per m² with a plausible total names price and area',
        "return { rule: 'band', fields: ['price', 'area'], causes };",
        'return null;',
      ],
      ['placeholder prices', 'const standsIn = isPlaceholder(price.amount) ||', 'const standsIn ='],
      [
        'the price of one unit of land, as the text says',
        "return offer === 'sale' && isLow && saysPerUnit(payload);",
        "return false && isLow && saysPerUnit(payload) && offer === 'sale';",
      ],
      [
        'daily rents are asked',
        'return isNoted || (eur <= nightMost && saysPerDay(payload));',
        'return isNoted && saysPerDay(payload) && eur <= nightMost;',
      ],
      [
        'a rent that fits the sale band',
        'return total !== undefined && isUsual(price.eur, { ...price, offer: other });',
        'return false && total === undefined;',
      ],
      [
        'area outside its band',
        'const isAreaOdd = area !== null && !isWithin(area, bands.area);',
        'const isAreaOdd = false as boolean && area !== null;',
      ],
    ],
  },
  {
    file: 'src/core/content/guard/likelier-reading.ts',
    test: 'test/core/neighbours.test.ts',
    breaks: [
      [
        'a new listing beside others: a slip is likelier',
        'const asked = Math.log(60);',
        'const asked = Math.log(60_000_000);',
      ],
    ],
  },
  {
    file: 'src/core/listing/swapped-rows.ts',
    test: 'test/core/swapped-rows.test.ts',
    breaks: [['sorted by one column: over 30 %', 'const shareMin = 0.3;', 'const shareMin = 0.5;']],
  },
  {
    file: 'src/core/schedule/file-order.ts',
    test: 'test/core/schedule/file-order.test.ts',
    breaks: [
      [
        'an older file decides nothing',
        "return !isAhead && file.sequence < last.sequence ? 'sequence' : null;",
        'return null;',
      ],
      [
        'file time: own date, else Last-Modified',
        '(isSequenceTime ? sequence : null) ?? modifiedAt ?? fetchedAt',
        '(isSequenceTime ? sequence : null) ?? fetchedAt',
      ],
    ],
  },
  {
    file: 'src/core/content/photo-addresses.ts',
    test: 'test/mapping/photo-addresses.test.ts',
    breaks: [
      ['split where a separator stands before a scheme', 'starts.push(before + 1);', 'starts.length = 0;'],
    ],
  },
  {
    file: 'src/sync/content/content-gate.ts',
    test: 'test/scenarios/content-guard.test.ts',
    breaks: [
      [
        'a live listing is asked about, also where nothing else changes',
        'isAsBefore && unknownState === null && !this',
        'isAsBefore && !this',
      ],
      ['a first file that looks wrong sends nothing', 'return this.whole.isFirstDoubted;', 'return false;'],
      ['a lost column is one question', 'this.whole.isPriceLost ||', ''],
    ],
  },
  {
    file: 'src/sync/content/former-words.ts',
    test: 'test/scenarios/content-guard.test.ts',
    breaks: [
      [
        'a word under which 0.1.0 published is no question',
        'this.#letThrough.add(ordinal);',
        'void ordinal;',
      ],
    ],
  },
  {
    file: 'src/core/content/guard/questions.ts',
    test: 'test/server/api-doubts.test.ts',
    breaks: [['three doubts of a rule are one question', 'const questionMin = 3;', 'const questionMin = 4;']],
  },
  {
    file: 'src/core/content/guard/questions.ts',
    test: 'test/scenarios/content-guard.test.ts',
    breaks: [
      [
        'a rejection is asked again after 14 days',
        'return rejectedUntil === null || rejectedUntil <= now;',
        'return rejectedUntil === null;',
      ],
    ],
  },
  {
    file: 'src/sync/removals/visibility.ts',
    test: 'test/scenarios/deactivations.test.ts',
    breaks: [
      [
        'becoming inactive is judged as a removal',
        'if (!visibility.becomesInactive) return { ...listing, visibility };',
        'if (visibility !== undefined) return { ...listing, visibility };',
      ],
    ],
  },
];

/** The titles of the tests that fail. */
function failing(test: string): string[] {
  const args = ['vitest', 'run', '--config', '.config/vitest.config.ts', '--project', 'parts', test];
  try {
    execFileSync('npx', args, {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: Buffer };
    return [...stdout.toString().matchAll(/^ *× (.*?)(?: \d+ms)?$/gm)].map(([, title = '']) => title);
  }
}

/** Breaks a file, runs its test, and puts the file back. */
function found(file: string, test: string, code: string, instead: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(code)) throw new Error(`${file} has no longer: ${code}`);
  try {
    writeFileSync(
      file,
      source.replace(code, () => instead),
    );
    return failing(test);
  } finally {
    writeFileSync(file, source);
  }
}

/** `break-content-guard.ts [WORD]`: the rules whose name has the word. */
const [word = ''] = process.argv.slice(2);
process.stdout.write('| what is broken | found by | tests that fail |\n| --- | --- | ---: |\n');
for (const { file, test, breaks } of breakages)
  for (const [rule, code, instead] of breaks.filter(([name]) => name.includes(word))) {
    const titles = found(file, test, code, instead);
    const [first = '**none**'] = titles;
    if (titles.length === 0) process.exitCode = 1;
    process.stdout.write(`| ${rule} | \`${test}\` “${first}” | ${titles.length} |\n`);
  }
