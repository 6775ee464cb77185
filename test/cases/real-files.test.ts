import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../shared-dir.js';
import { zipOf } from '../support/zip.js';
import type { Reply } from './feed-host.js';
import { oglasi } from './small-files.js';
import { syncFeeds, type CaseFeed, type CaseOutcome, type Served } from './sync-feeds.js';

/** What the file must lead to: how many listings visitors see, and what of them or of the poll. */
interface Expected {
  live?: number;
  /** A part of what the case led to, as text. */
  says?: RegExp;
  /** Nothing of it may be sent. */
  never?: RegExp;
}
type Real = Omit<CaseFeed, 'files'> & { no: string; files: () => readonly Served[]; expected: Expected };

const folder = join(sharedDir, 'cases');
const file = (name: string): Buffer => readFileSync(join(folder, name));

/** How a described host answers; three small ads stand for its `@base-three.xml`. */
function host(name: string, path?: string): Reply[] {
  const { serve } = JSON.parse(file(name).toString()) as { serve: Reply[] };
  return serve
    .filter(
      (reply) =>
        path === undefined || reply.path === undefined || reply.path === path || reply.path === '/type',
    )
    .map((reply) => ({
      ...reply,
      ...(reply.body === '@base-three.xml' && { body: oglasi([{}, {}, {}]) }),
      ...(reply.headers?.location?.startsWith('/') === true && {
        headers: { ...reply.headers, location: `{base}${reply.headers.location}` },
      }),
    }));
}

const one = (no: string, mapping: string, names: string | readonly string[], expected: Expected): Real => ({
  ...{ no, mapping, expected },
  files: () => [names].flat().map(file),
});
const hosted = (no: string, mapping: string, name: string, expected: Expected, path = '/feed'): Real => ({
  ...{ no, mapping, path, expected },
  files: () => [host(name, mapping === 'init' ? undefined : path)],
});

const reals: Real[] = [
  one('1', 'csv-header', '01-csv-status-words.csv', {
    live: 1,
    never: /prodat|neaktiv|obrisan|povučen|draft|rezervis/i,
  }),
  {
    ...{ no: '3', mapping: 'reaxml', expected: { live: 1, says: /"inactive","inactive"/ } },
    // The portal has no places of Australia.
    files: () => [file('03-reaxml-under-offer.xml').toString().replaceAll('FITZROY', 'Novi Sad')],
  },
  one('6', 'proposal', '06-init-status-povucen.csv', {
    live: 3,
    never: /povučen/i,
  }),
  one('8', 'proposal', '08-init-photos-comma-two.csv', { live: 8 }),
  one('11', 'csv-header', '11-photos-comma-csvheader.csv', { live: 3 }),
  one('14', 'csv-header', '14-photos-amp-entity.csv', { never: /&amp;/ }),
  one('19', 'proposal', '19-photo-order.json', {
    says: /1-a\.jpg.*1-b\.jpg.*1-plan\.jpg/,
  }),
  one('21', 'csv-header', ['21-photo-cache-buster-1.csv', '21-photo-cache-buster-2.csv'], {
    says: /nothing to send/,
  }),
  one('22', 'estate-sistem', '22-inline-tags.xml', { says: /Stan na Limanu 52 m2/ }),
  one('24', 'estate-sistem', '24-escaped-cdata.xml', { never: /CDATA/ }),
  one('28', 'csv-header', '28-double-escaped.csv', { never: /<br|&amp;/ }),
  one('30', 'estate-sistem', '30-cp1252-references.xml', { live: 6 }),
  one('35', 'estate-sistem', '35-bare-ampersand-all.xml', { live: 3 }),
  one('40a', 'estate-sistem', '40-script-after-root.xml', { says: /HTML behind the end/ }),
  one('40b', 'estate-sistem', '40-two-documents.xml', { live: 0, says: /two exports/ }),
  one('42', 'estate-sistem', '42-cp1250-labelled-utf8.xml', { live: 0, says: /Which encoding/ }),
  one('45', 'csv-header', '45-header-capitals.csv', { live: 3 }),
  one('51', 'csv-header', '51-inner-quotes.csv', { live: 4 }),
  one('62', 'csv-header', ['62-price-one-euro-1.csv', '62-price-one-euro-2.csv'], {
    says: /placeholder/,
    never: /"amount":1,/,
  }),
  one('65', 'openimmo', '65-openimmo-on-request.xml', { live: 1 }),
  hosted('66', 'init', '66-odata-next.json', { live: 10 }),
  hosted('68', 'init', '68-page-numbers.json', { live: 8 }),
  one('70', 'proposal', '70-rets-compact.xml', { says: /RETS reply in the form COMPACT/ }),
  {
    ...{ no: '71', mapping: 'estate-sistem', expected: { live: 5 } },
    files: () => [
      zipOf(
        ['71-zip-a-izdavanje.xml', '71-zip-b-prodaja.xml'].map((name) => ({ name, content: file(name) })),
      ),
    ],
  },
  hosted('85', 'estate-sistem', '85-cookie-redirect.json', { live: 3 }),
  hosted('87', 'estate-sistem', '87-gzip-label-plain.json', { live: 3 }),
  hosted('88', 'estate-sistem', '88-compressed-unlabelled.json', { live: 3 }, '/br'),
  hosted('92', 'estate-sistem', '92-forbidden-by-shield.json', {
    live: 0,
    says: /shield|protection|blocked/i,
  }),
  hosted('94', 'estate-sistem', '94-old-servers.json', { live: 3 }, '/attach'),
];

let outcomes: Record<string, CaseOutcome>;
beforeAll(async () => {
  if (!hasShared) return;
  outcomes = await syncFeeds(
    Object.fromEntries(reals.map((real) => [`r${real.no}`, { ...real, files: real.files() }])),
  );
}, 180_000);

describe.skipIf(!hasShared)('a file that others met', () => {
  it.each(reals)('$no, by $mapping', ({ no, expected }) => {
    const outcome = outcomes[`r${no}`]!;
    const live = JSON.stringify(
      Object.values(outcome.live).map(({ title, description, photos, price }) => ({
        title,
        description,
        photos,
        price,
      })),
    );
    expect(live).not.toMatch(/https?:[^"]*[\s,;|]+https?:/);
    if (expected.live !== undefined) expect(Object.keys(outcome.live)).toHaveLength(expected.live);
    if (expected.never !== undefined) expect(live).not.toMatch(expected.never);
    const { polls, doubts, issues, findings, refused } = outcome;
    if (expected.says !== undefined)
      expect(
        JSON.stringify({
          states: Object.values(outcome.states),
          polls,
          doubts,
          issues,
          findings,
          refused,
          live,
        }),
      ).toMatch(expected.says);
  });
});
