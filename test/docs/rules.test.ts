import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A rule as the page has it. */
interface Rule {
  number: number;
  text: string;
  decidedIn: string[];
  provenBy: { file: string; titles: string[] }[];
}

const page = await readFile('src/RULES.md', 'utf8');
const rules = rulesOf(page);

describe('src/RULES.md', () => {
  it('numbers its rules from 1 on, without a gap', () => {
    expect(rules.map(({ number }) => number)).toEqual(rules.map((_, index) => index + 1));
    expect(rules.length).toBeGreaterThan(100);
  });

  it('gives each rule a text, a file that decides it and a test that proves it', () => {
    const isWhole = ({ text, decidedIn, provenBy }: Rule): boolean =>
      text !== '' && decidedIn.length > 0 && provenBy.length > 0;
    expect(rules.filter((rule) => !isWhole(rule))).toEqual([]);
  });

  it('names files below src that decide', () => {
    const wrong = rules.flatMap(({ number, decidedIn }) =>
      decidedIn
        .filter((file) => !/^src\/.+\.tsx?$/.test(file) || !existsSync(file))
        .map((file) => `R${number}: ${file}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names tests below test that prove, by titles that stand in them', async () => {
    const wrong: string[] = [];
    for (const { number, provenBy } of rules)
      for (const { file, titles } of provenBy) {
        const text = /^test\/.+\.ts$/.test(file) && existsSync(file) ? await readFile(file, 'utf8') : null;
        if (text === null) wrong.push(`R${number}: ${file}`);
        else
          wrong.push(...titles.filter((title) => !text.includes(title)).map((one) => `R${number}: ${one}`));
      }
    expect(wrong).toEqual([]);
  });
});

describe('what the repository cites', () => {
  it('are rules that the page has, in the one form', async () => {
    const known = new Set(rules.map(({ number }) => number));
    const wrong = (await texts()).flatMap(({ path, text }) =>
      citationsIn(text)
        .filter(({ numbers }) => numbers.length === 0 || numbers.some((number) => !known.has(number)))
        .map(({ written }) => `${path}: ${written}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is no page outside of it', async () => {
    const everything = await texts();
    const pages = new Set([...everything.map(({ path }) => path), ...notRead].map((path) => basename(path)));
    const wrong = everything
      .filter(({ path }) => !readsFromOutside.has(path))
      .flatMap(({ path, text }) => outsideOf(text, path, pages).map((found) => `${path}: ${found}`));
    expect(wrong).toEqual([]);
  });

  it('is found where it is wrong', () => {
    const cited = (text: string): number[][] => citationsIn(text).map(({ numbers }) => numbers);
    expect(cited('(RULES R3) and (RULES R4, R12)')).toEqual([[3], [4, 12]]);
    expect(cited('(RULES 3), rule R3')).toEqual([[], []]);
    expect(cited('RULES.md, MYRULES, R3')).toEqual([]);
    const pages = new Set(['README.md']);
    const found = (text: string, path = 'src/core/guard.ts'): string[] => outsideOf(text, path, pages);
    const planted = [
      'SEMAN' + 'TICS 4',
      'DES' + 'IGN 3.1',
      'CON' + 'TENT 4',
      'HOU' + 'SE 2',
      'STY' + 'LE.md',
    ];
    for (const citation of planted) expect(found(`decided here (${citation})`), citation).toHaveLength(1);
    expect(found('README.md, MAILHOUSE: 3, design 3, content 4')).toEqual([]);
    expect(found('(partner API, section “Errors”)')).toHaveLength(1);
    expect(found('(partner API, section “Errors”)', 'src/wire/error-codes.ts')).toEqual([]);
    expect(found('(sp' + 'ec: Listing)', 'src/wire/listing.ts')).toHaveLength(1);
  });
});

/** They read pages from outside by their paths, where these exist. */
const readsFromOutside = new Set(['test/shared-dir.ts', 'test/faults.test.ts', 'test/cases/kinds.test.ts']);
/** Rules themselves, and citations that are wrong on purpose. */
const notRead = new Set(['src/RULES.md', 'test/docs/rules.test.ts', '.github/CONTRIBUTING.md']);
/** The portal's public contract is known to what speaks it. */
const knowsTheContract = /^(?:src|test)\/(?:wire|portal|sandbox)\//;

function rulesOf(text: string): Rule[] {
  return text
    .split(/^(?=\*\*R\d+\.\*\* )/m)
    .slice(1)
    .map((part) => {
      const [, number = '', sentences = ''] = /^\*\*R(\d+)\.\*\* (.+)$/m.exec(part) ?? [];
      const [, decided = ''] = /^- Decided in (.+)$/m.exec(part) ?? [];
      const [, proven = ''] = /^- Proven by (.+)$/m.exec(part) ?? [];
      return {
        number: Number(number),
        text: sentences,
        decidedIn: [...decided.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        provenBy: [...proven.matchAll(/`(test\/[^`]+)`((?:,? "[^"]+")*)/g)].map(
          ([, file = '', titles = '']) => ({
            file,
            titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
          }),
        ),
      };
    });
}

/** Every mention of a rule; without numbers where it is not in the form `RULES R3, R4`. */
function citationsIn(text: string): { written: string; numbers: number[] }[] {
  const form = /\bRULES(?!\.md)\b(?: R\d+(?:, R\d+)*)?|\b[Rr]ule R\d+\b/g;
  return [...text.matchAll(form)].map(([written]) => ({
    written,
    numbers: written.startsWith('RULES') ? [...written.matchAll(/R(\d+)/g)].map(([, n]) => Number(n)) : [],
  }));
}

function outsideOf(text: string, path: string, pages: ReadonlySet<string>): string[] {
  const files = [...text.matchAll(/\b[A-Z][A-Z-]{2,}\.md\b/g)].map(([name]) => name);
  const numbered =
    /\b(?:SEMANTICS|(?:DESIGN|CONTENT|HOUSE|STYLE|FINDINGS|UNDERSTANDING|FAULTS|FEEDS|NOTES|UX) (?=[\d"“]))\S*/g;
  const specification = /\b[Ss]pec(?:ification)?(?::(?= [A-Z])| ["“])[^)\n]{0,40}/g;
  const contract = /\bpartner API, sections?\b/g;
  return [
    ...files.filter((name) => !pages.has(name)),
    ...[...text.matchAll(numbered)].map(([found]) => found),
    ...(isAboutData(path) ? [] : [...text.matchAll(specification)].map(([found]) => found)),
    ...(knowsTheContract.test(path) ? [] : [...text.matchAll(contract)].map(([found]) => found)),
  ];
}

/** Its rows are the lines of the contract, under that key. */
function isAboutData(path: string): boolean {
  return path === 'test/wire/oracle.yaml';
}

const atRoot = ['README.md', 'CHANGELOG.md'];

async function texts(): Promise<{ path: string; text: string }[]> {
  const found = [];
  for (const folder of ['src', 'test', 'config', 'mappings'])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(?:tsx?|m?js|md|ya?ml|json|css|html|sh)$/.test(path) && !notRead.has(path))
        found.push(path);
    }
  return Promise.all(
    [...atRoot, ...found].map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  );
}
