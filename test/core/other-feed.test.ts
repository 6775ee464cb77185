import { describe, expect, it } from 'vitest';
import {
  FeedTraits,
  headerAgency,
  isOtherAgency,
  otherFeedSigns,
  type OtherFeedFacts,
} from '../../src/core/listing/other-feed.js';
import { isSmallAndUnshared } from '../../src/core/listing/plan.js';

interface Told {
  title?: string | null;
  email?: string;
  page?: string;
  photo?: string;
}

function traits(...listings: Told[]): FeedTraits {
  const found = new FeedTraits();
  for (const { title = null, email, page, photo } of listings)
    found.add(title, {
      ...(email !== undefined && { agent: { email } }),
      source: { updated_at: '2026-01-01T00:00:00Z', ...(page !== undefined && { url: page }) },
      ...(photo !== undefined && { photos: [{ url: photo }] }),
    });
  return found;
}

function signs(former: Told, now: Told, more: Partial<OtherFeedFacts> = {}): string[] {
  return otherFeedSigns({
    former: traits({ title: 'Stan na Limanu', ...former }),
    now: traits({ title: 'Kuća u Futogu', ...now }),
    counts: { former: 2, now: 2 },
    renamed: 0,
    otherAgency: false,
    ...more,
  });
}

describe('otherFeedSigns', () => {
  it.each<[string, Told, Told, Partial<OtherFeedFacts>, string[]]>([
    ['nothing but other ads', {}, {}, {}, []],
    ['three times as large is no sign', {}, {}, { counts: { former: 4, now: 12 } }, []],
    ['over three times as large', {}, {}, { counts: { former: 4, now: 13 } }, ['size']],
    [
      'a shared title is the same agency',
      {},
      { title: 'STAN NA LIMANU' },
      { counts: { former: 4, now: 60 } },
      [],
    ],
    ['another agency in the header', {}, {}, { otherAgency: true }, ['agency']],
    ['new ids for the same properties', {}, {}, { renamed: 1 }, ['renamed']],
    ['another domain', { email: 'ana@prva.rs' }, { email: 'iva@druga.rs' }, {}, ['contacts']],
    ['another person there', { email: 'ana@prva.rs' }, { email: 'iva@PRVA.rs' }, {}, []],
    [
      'a public mailbox is no domain',
      { email: 'prva@gmail.com' },
      { email: 'druga@gmail.com' },
      {},
      ['contacts'],
    ],
    ['the same public mailbox', { email: 'prva@gmail.com' }, { email: 'prva@gmail.com' }, {}, []],
    ['contacts are new', {}, { email: 'iva@druga.rs' }, {}, []],
    ['another page', { page: 'https://www.prva.rs/1' }, { page: 'https://druga.rs/1' }, {}, ['contacts']],
    ['another page of it', { page: 'https://www.prva.rs/1' }, { page: 'https://prva.rs/2' }, {}, []],
    [
      'photos of another agency at one host',
      { photo: 'https://crm.example/prva/1.jpg' },
      { photo: 'https://crm.example/druga/1.jpg' },
      {},
      ['photos'],
    ],
    [
      'photos of another host',
      { photo: 'https://a.example/1.jpg' },
      { photo: 'https://b.example/1.jpg' },
      {},
      ['photos'],
    ],
    [
      'each listing has a folder of its own',
      { photo: 'https://crm.example/oglas-17/1.jpg' },
      { photo: 'https://crm.example/oglas-18/1.jpg' },
      {},
      [],
    ],
    [
      'folders by month',
      { photo: 'https://a.example/uploads/2025/11/1.jpg' },
      { photo: 'https://a.example/uploads/2025/12/9.jpg' },
      {},
      [],
    ],
    ['no photos any more', { photo: 'https://a.example/1.jpg' }, {}, {}, []],
    ['what is no address', { photo: 'slika.jpg' }, { photo: 'https://a.example/1.jpg' }, {}, []],
  ])('%s', (_name, former, now, more, expected) => {
    expect(signs(former, now, more)).toEqual(expected);
  });

  it.each([
    [{ former: 4, shared: 0, now: 60 }, true],
    [{ former: 1, shared: 0, now: 1 }, true],
    [{ former: 50, shared: 0, now: 2 }, true],
    [{ former: 4, shared: 1, now: 60 }, false],
    [{ former: 0, shared: 0, now: 60 }, false],
    [{ former: 4, shared: 0, now: 0 }, false],
    [{ former: 5, shared: 0, now: 3 }, false],
  ])('is asked of %o: %s', (counts, isAsked) => {
    expect(isSmallAndUnshared(counts)).toBe(isAsked);
  });
});

describe('the agency of a header', () => {
  const header = (id: string, name: string) => ({
    last_modify: `${id}${name}`,
    agency: { agency_id: id, agency_name: name, country: 'RS' },
  });

  it('is what stands under a name of its kind, and no word of it is kept', () => {
    const found = headerAgency([{ last_modify: '1' }, header('900', 'Prva nekretnine'), header('1', 'x')]);
    expect(Object.keys(found ?? {})).toEqual(['/agency/agency_id', '/agency/agency_name', '/agency/country']);
    expect(JSON.stringify(found)).not.toContain('Prva');
    expect(headerAgency([{ '@columns': '9', id: '1' }, {}])).toBeNull();
    expect(headerAgency([{ anbieter: [{ firma: 'A' }, { firma: 'B' }] }])).toMatchObject({
      '/anbieter/0/firma': expect.any(String) as string,
      '/anbieter/1/firma': expect.any(String) as string,
    });
    const many = headerAgency([
      { agency: Object.fromEntries([...Array(200).keys()].map((n) => [`a${n}`, 'x'])) },
    ]);
    expect(Object.keys(many ?? {})).toHaveLength(50);
  });

  it.each([
    ['the same', header('900', 'Prva'), header('900', 'Prva'), false],
    ['spelt otherwise', header('900', 'PRVA'), header('900', 'prva'), false],
    ['renamed', header('900', 'Prva'), header('900', 'Nova'), false],
    ['another', header('900', 'Prva'), header('901', 'Druga'), true],
    ['none now', header('900', 'Prva'), {}, false],
    ['none before', {}, header('900', 'Prva'), false],
    ['nothing in common', { agency: { id: '1' } }, { company: { id: '2' } }, false],
  ])('%s', (_name, before, now, isOther) => {
    expect(isOtherAgency(headerAgency([before]), headerAgency([now]))).toBe(isOther);
  });
});
