import { expect, it } from 'vitest';
import { proposalText } from '../../src/cli/print/init-text.js';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import type { ContentRule } from '../../src/model/content.js';
import { doubtCode } from '../../src/model/outcome.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

const portal = { ...sandboxReference(), places: [] };

type Change = Readonly<Record<string, string | number>>;

/** Homes for sale of an invented agency, the first of them changed. */
async function propose(change: Change, count = 8): Promise<Proposal> {
  const rows = [...Array(count).keys()].map((index) => ({
    sifra: `AG-${1000 + index * 7}`,
    vrsta_ponude: 'Prodaja',
    tip_nekretnine: 'Stan',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Prodaje se nekretnina broj ${index}, koja se nalazi u mirnoj ulici i odmah je useljiva.`,
    cena: 90_000 + (index % 60) * 1000,
    valuta: 'EUR',
    mesto: 'Novi Sad',
    ulica: `Jovana Cvijića ${index + 1}`,
    kvadratura: 45 + (index % 60),
    slike: `https://photos.agency.example/${index}.jpg`,
    status: 'aktivan',
    ...(index === 0 && change),
  }));
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) =>
    Object.values(row)
      .map((cell) => `"${cell}"`)
      .join(';'),
  );
  const proposal = await proposeMapping(Buffer.from([names.join(';'), ...lines, ''].join('\n')), { portal });
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const textOf = (proposal: Proposal): string =>
  proposalText(proposal, { name: 'x', feed: 'agency', written: [], notes: [] });

it('shows nothing that looks wrong in records without a fault', async () => {
  const proposal = await propose({});
  expect(proposal.report.findings).toEqual([]);
  const text = textOf(proposal);
  expect(text).toContain('green   We read 8 listings');
  expect(text).not.toContain('What looks wrong');
});

it('shows a price that is odd beside the other listings of the file', async () => {
  const { report } = await propose({ cena: 7_500 }, 160);
  const finding = report.findings.find(({ code }) => code === 'doubt_unlikely');
  expect(finding).toMatchObject({ count: 1, of: 160, samples: [{ sourceId: 'AG-1000' }] });
  expect(report.readiness.problems).toMatchObject([{ code: 'doubt_unlikely', listings: 1 }]);
});

it('names a word for the state that it does not know, and does not say that all is well', async () => {
  const text = textOf(await propose({ status: 'Aneks ugovora' }));
  expect(text).toContain('yellow  We read 8 listings; 7 are ready');
  expect(text).toContain('state: 1 listing, waits until it is confirmed (Aneks ugovora)');
});

/** Rules that compare a value with what was live before, and those of the tests above. */
type OtherRule = 'jump' | 'currency_only' | 'lost_price' | 'unlikely' | 'unknown_state';

/** What every other rule of the content guard holds in a first file. */
const heldByRule: Readonly<Record<Exclude<ContentRule, OtherRule>, Change>> = {
  band: { cena: 3_000_000 },
  placeholder: { cena: 11 },
  offer_mismatch: { cena: 450 },
  daily_rent: { vrsta_ponude: 'Izdavanje', cena: 35, opis: 'Izdaje se stan na dan u centru, blizu reke.' },
  from_price: { cena: 'od 95.000' },
  area: { kvadratura: 4500 },
};

it.each<readonly [string, Change]>([
  ...Object.entries(heldByRule).map(([rule, change]) => [doubtCode(rule as ContentRule), change] as const),
  [
    'contacts_in_text',
    { opis: 'Prodaje se lep stan, pozovite 063 123 4567 ili pišite na ana@agency.example.' },
  ],
  ['text_double_encoded', { naslov: 'KuÄ‡a u NiÅ¡u na odliÄnoj lokaciji' }],
  ['photo_dropped', { slike: 'ftp://photos.agency.example/0.jpg' }],
])('shows a record with %s, and does not say that all is well', async (code, change) => {
  const proposal = await propose(change);
  const finding = proposal.report.findings.find((one) => one.code === code);
  expect(finding).toMatchObject({ count: 1, of: 8, samples: [{ sourceId: 'AG-1000' }] });
  const text = textOf(proposal);
  const [, shown = ''] = text.split('What looks wrong in the records:');
  expect(shown).toContain(code);
  expect(shown).toContain('AG-1000');
  expect(shown).toContain(finding?.advice);
  // A value that will wait is no green light.
  expect(text.includes('green   We read')).toBe(!code.startsWith('doubt_'));
});
