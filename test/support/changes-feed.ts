import { readFile } from 'node:fs/promises';
import { estateFeed, type Ad } from './estate-feed.js';

/** A file of an export that says of itself what it holds. */
export interface ChangesFile {
  ads?: readonly Ad[];
  /** Codes of ads that it says are gone. */
  gone?: readonly string[];
  /** Codes and prices of ads of which it says nothing else. */
  prices?: readonly (readonly [code: string, price: number])[];
  content?: string;
  number?: number;
}

/** The ads of `estate-feed.ts` under another header, with records of deletions and of prices alone. */
export function changesFeed({
  ads = [],
  gone = [],
  prices = [],
  content = 'promene',
  number = 1,
}: ChangesFile): string {
  const header = `<sadrzaj>${content}</sadrzaj><broj>${number}</broj>`;
  const deletions = gone.map((code) => `<obrisan><code>${code}</code></obrisan>`);
  const updates = prices.map(([code, price]) => `<izmena><code>${code}</code><cena>${price}</cena></izmena>`);
  return estateFeed(ads)
    .replace('<last_modify>', `${header}<last_modify>`)
    .replace('</OGLASI>', `${[...deletions, ...updates].join('\n')}</OGLASI>`);
}

/** The shipped mapping of that format, which is told about all this. */
export async function changesMapping(change: (text: string) => string = (text) => text): Promise<string> {
  const shipped = await readFile('mappings/estate-sistem.yaml', 'utf8');
  return change(
    `${shipped
      .replace('name: estate-sistem', 'name: estate-changes')
      .replace('records: OGLASI/oglas }', 'records: [OGLASI/oglas, OGLASI/obrisan, OGLASI/izmena] }')
      .replace(
        /^tables:$/m,
        `tables:
  content: { words: { sve: full, promene: delta } }`,
      )}
kind: { from: /sadrzaj, table: content }
sequence: { from: /broj, number: true }
outcomes:
  - { when: "field('name()') == 'obrisan'", remove: withdrawn }
`,
  );
}
