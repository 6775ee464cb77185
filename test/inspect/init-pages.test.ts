import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proposeFrom, type Preset, type Proposal } from '../../src/inspect/init/index.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import type { Sign } from '../../src/feed/more/signs-of-more.js';
import type { Spool } from '../../src/platform/files/spool.js';
import type { UnpackedFile } from '../../src/feed/zip/zip-member.js';

let folder: string;
let spool: Spool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-pages-'));
  spool = createFileSpool(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function spooled(text: string): Promise<string> {
  const file = await spool.create();
  file.stream.end(text);
  await finished(file.stream);
  return file.path;
}

const ad = (number: number): Record<string, string> => ({
  sifra: `A${number}7`,
  ponuda: 'Prodaja',
  vrsta: 'Stan',
  naslov: `Stan broj ${number} kod parka`,
  opis: `Prodaje se stan broj ${number}, koji se nalazi blizu parka i škole.`,
  cena: `9000${number}`,
  mesto: 'Niš',
  ulica: `Obilićev venac ${number}`,
});
const adsOf = (page: number): Record<string, string>[] => [1, 2, 3].map((number) => ad(page * 10 + number));
/** A proposal that a person describes is a preset. */
const described = (yaml: string): string => yaml.replace('Proposed by feedsync init: ', 'Known: ');

const xml = (page: number, header = ''): string => {
  const ads = adsOf(page).map((one) =>
    Object.entries(one)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join(''),
  );
  return `<oglasi>${header}${ads.map((text) => `<ad>${text}</ad>`).join('')}</oglasi>`;
};

interface Setup {
  url: string;
  /** What the headers of each reply announce. */
  signs?: (path: string) => Sign[];
  presets?: Preset[];
}

/** A source whose pages are given by the rest of their address; what it is asked for is kept. */
async function propose(
  pages: Record<string, string>,
  { url, presets = [], signs = () => [] }: Setup,
): Promise<{ proposal: Proposal; asked: string[] }> {
  const asked: string[] = [];
  const first = new URL(url);
  const textOf = ({ pathname, search }: URL): string | undefined => pages[`${pathname}${search}`];
  const proposal = await proposeFrom(spool, await spooled(textOf(first) ?? ''), {
    presets,
    pages: {
      url: first,
      first: { from: first, signs: signs(first.pathname + first.search) },
      fetch: async (next) => {
        asked.push(next.href);
        const text = textOf(next);
        return text === undefined
          ? { ok: false, reason: 'It answers 404.' }
          : { ok: true, path: await spooled(text), from: next, signs: signs(next.pathname + next.search) };
      },
    },
  });
  if (!proposal.ok) throw new Error(proposal.reason);
  return { proposal, asked };
}

const host = 'https://me:hush@agency.example';

describe('init of a feed in pages', () => {
  it('follows an address in the header to the last page, and never to another host', async () => {
    const page = (number: number): string => {
      const next = number < 3 ? `/ads?after=${number}` : null;
      return JSON.stringify({ items: adsOf(number), links: { self: '/ads', next }, total: 12 });
    };
    const { proposal, asked } = await propose(
      { '/ads': page(0), '/ads?after=0': page(1), '/ads?after=1': page(2), '/ads?after=2': page(3) },
      { url: `${host}/ads` },
    );
    expect(asked).toEqual([0, 1, 2].map((number) => `${host}/ads?after=${number}`));
    expect(proposal.mapping.format).toMatchObject({ container: 'json', next_page: '/links/next' });
    expect(proposal.format.records).toBe(12);
    expect(proposal.report.doubts).toContain('The feed comes in 4 pages, and all of them were read.');
    expect(proposal.report.missing).toBeNull();
    const away = JSON.stringify({ items: adsOf(0), links: { next: 'https://other.example/ads?after=0' } });
    const other = await propose({ '/ads': away }, { url: `${host}/ads` });
    expect(other.asked).toEqual([]);
    expect(other.proposal.report.missing).toMatch(
      /^it is a part only: \/links\/next holds the address of a next page/,
    );
  });

  it('never says that it is everything where more is announced', async () => {
    const missing = async (around: Record<string, unknown>, header: Sign[] = []): Promise<string | null> => {
      const text = JSON.stringify({ items: adsOf(0), ...around });
      const { proposal } = await propose({ '/ads': text }, { url: `${host}/ads`, signs: () => header });
      return proposal.report.missing;
    };
    expect(await missing({})).toBeNull();
    expect(await missing({ total: 3, has_more: false, next: null })).toBeNull();
    expect(await missing({ total: 1964 })).toMatch(/\/total announces 1964 records, and 3 records were read/);
    expect(await missing({ meta: { has_more: true } })).toMatch(/\/meta\/has_more announces more/);
    expect(await missing({ nextPageToken: 'CAUQ' })).toMatch(/write pages: with that parameter/);
    expect(await missing({}, [{ at: 'x-total-count', kind: 'total', value: '9' }])).toMatch(
      /x-total-count announces 9/,
    );
    const { proposal } = await propose(
      { '/ads?page=1': xml(0, '<total>9</total>'), '/ads?page=2': xml(1, '<total>9</total>') },
      { url: `${host}/ads?page=1` },
    );
    expect(proposal.report.missing).toMatch(/\/total announces 9 records, and 6 records were read/);
  });

  it('follows what headers announce, which needs no key of the mapping, nor of a preset', async () => {
    const next: Sign = { at: 'link', kind: 'link', value: '/ads?page=2' };
    const signs = (path: string): Sign[] => (path === '/ads' ? [next] : []);
    const pages = { '/ads': xml(0), '/ads?page=2': xml(1) };
    const own = await propose(pages, { url: `${host}/ads`, signs });
    expect(own.proposal.mapping.format).not.toHaveProperty('pages');
    expect(own.proposal.format.records).toBe(6);
    const preset = { name: 'known', text: described(own.proposal.yaml), file: 'known.yaml', bases: {} };
    const known = await propose(pages, { url: `${host}/ads`, signs, presets: [preset] });
    expect(known.proposal).toMatchObject({
      preset: 'known',
      format: { records: 6 },
      report: { missing: null },
    });
    expect(known.proposal.report.doubts.join(' ')).not.toContain('extends');
  });

  it('counts a parameter of the address where the next page holds other records', async () => {
    const pages = { '/ads?strana=0': xml(0), '/ads?strana=1': xml(1), '/ads?strana=2': '<oglasi></oglasi>' };
    const { proposal } = await propose(pages, { url: `${host}/ads?strana=0` });
    expect(proposal.mapping.format).toMatchObject({ pages: { parameter: 'strana', from: 0 } });
    expect(proposal.report.readiness).toMatchObject({ listings: 6 });
    const same = { '/ads?page=1': xml(0), '/ads?page=2': xml(0) };
    const { proposal: single } = await propose(same, { url: `${host}/ads?page=1` });
    expect(single.mapping.format).not.toHaveProperty('pages');
    expect(single.format.records).toBe(3);
  });

  it('tries the usual parameter where the header tells of more pages, and says when one cannot be had', async () => {
    const header = '<info><total_pages>3</total_pages></info>';
    const { proposal } = await propose(
      { '/ads': xml(0, header), '/ads?page=2': xml(1, header) },
      { url: `${host}/ads` },
    );
    expect(proposal.mapping.format).toMatchObject({ pages: { parameter: 'page', from: 1 } });
    expect(proposal.report.doubts).toContainEqual(
      'Page 3 cannot be read. It answers 404. Until then the daemon applies no file of this feed.',
    );
  });

  it('looks at nothing further where nothing speaks of pages', async () => {
    const { proposal, asked } = await propose(
      { '/ads.xml?lang=sr': xml(0) },
      { url: `${host}/ads.xml?lang=sr` },
    );
    expect([asked, proposal.format.records]).toEqual([[], 3]);
  });

  it('keeps a preset that knows the records, and says how it is told to follow', async () => {
    const known = await propose({ '/ads': xml(0) }, { url: `${host}/ads` });
    const preset = { name: 'known', text: described(known.proposal.yaml), file: 'known.yaml', bases: {} };
    const pages = { '/ads?p=1': xml(0), '/ads?p=2': xml(1), '/ads?p=3': '<oglasi/>' };
    const { proposal } = await propose(pages, { url: `${host}/ads?p=1`, presets: [preset] });
    expect([proposal.preset, proposal.format.records]).toEqual(['known', 6]);
    expect(proposal.report.doubts.join(' ')).toContain(
      'write a mapping that extends it, with a name, a version and {extends:known,format:{pages:{parameter:p,from:1}}}',
    );
  });
});

it('reads all files of a ZIP that are in one format, and names the others', async () => {
  const contents = {
    'b.xml': xml(2),
    'prodaja.xml': `${xml(1)}\n<!-- the largest -->`,
    'agents.xml': '<agents><a/></agents>',
  };
  const zip: UnpackedFile[] = [];
  for (const [member, text] of Object.entries(contents)) {
    const path = await spooled(text);
    const file = { path, keep: () => Promise.resolve(), discard: () => Promise.resolve() };
    zip.push({ member, file, bytes: text.length, bodyHash: member });
  }
  const proposal = await proposeFrom(spool, zip[1]?.file.path ?? '', { zip });
  if (!proposal.ok) throw new Error(proposal.reason);
  expect(proposal.format.records).toBe(6);
  expect(proposal.report.doubts).toEqual(
    expect.arrayContaining([
      'The ZIP holds 2 files of this format, which are one feed together.',
      'Files of the ZIP that are of another format and not read: agents.xml.',
    ]),
  );
});

it('names a table of RETS for what it is', async () => {
  const cells = (...all: string[]): string => `\t${all.join('\t')}\t`;
  const reply = `<?xml version="1.0"?>\n<RETS ReplyCode="0" ReplyText="OK"><COUNT Records="3"/><DELIMITER value="09"/>
<COLUMNS>${cells('ListingID', 'ListPrice')}</COLUMNS><DATA>${cells('M1', '90000')}</DATA></RETS>`;
  expect(await proposeFrom(spool, await spooled(reply))).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^This is a RETS reply in the form COMPACT.*STANDARD-XML/) as unknown,
  });
});

it('a plot beside a building, and what captions say, are proposed where the portal takes them', async () => {
  const records = [1, 2, 3, 4].map((number) =>
    Object.entries({ ...ad(number), kvadratura: `${50 + number}`, povrsina_placa: `${400 + number}` })
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')
      .concat(
        `<slike>${['Kuhinja', 'Dnevna soba', 'Plan'].map((title, index) => `<slika><url>https://a.example/${number}${index}.jpg</url><caption>${title}</caption></slika>`).join('')}</slike>`,
      ),
  );
  const text = `<oglasi>${records.map((one) => `<ad>${one}</ad>`).join('')}</oglasi>`;
  const proposal = await proposeFrom(spool, await spooled(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  expect(proposal.mapping).toMatchObject({
    fields: {
      attributes: { plot_area: { value: { from: 'povrsina_placa', number: true }, unmapped: 'ignore' } },
      photos: { from: 'slike/slika', room_type: { from: 'caption', table: 'room', unmapped: 'ignore' } },
    },
    tables: { room: { vocabulary: 'room_type', containing: { kuhinj: ['Kuhinja', 'Kitchen'] } } },
  });
});
