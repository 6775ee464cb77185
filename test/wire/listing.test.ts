import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkListing, checkPublishable, type Detail, type VocabularyKeys } from '../../src/wire/listing.js';
import { detailCodes } from '../../src/wire/error-codes.js';
import { defaultProtocol as protocol, protocolSchema } from '../../src/wire/protocol.js';
import { changed, validRental, validSale } from './listings.js';
import { oracleFields } from './oracle.js';

const vocabulary: VocabularyKeys = {
  fields: {
    category: new Set(['apartment', 'office']),
    heating: new Set(['district', 'gas']),
    amenity: new Set(['lift', 'garden']),
  },
  attributes: new Map([
    ['duplex', { type: null, words: new Set<string>() }],
    ['plot_sqm', { type: 'number', words: new Set<string>() }],
    ['shops', { type: 'integer', words: new Set<string>() }],
    ['energy', { type: 'string', words: new Set(['A', 'B']) }],
  ]),
};

describe('a payload that the spec accepts', () => {
  it.each([
    ['a sale', validSale()],
    ['a rental', validRental()],
  ])('%s', (_, payload) => {
    expect(check(payload)).toEqual({ ok: true, listing: payload });
  });

  it('reads trimmed strings, and null or empty optional ones as absent', () => {
    const payload = changed(changed(validSale(), '/title/en', '  '), '/video_url', null);
    payload.category = ' apartment ';
    payload.commission = null;
    payload.source = { updated_at: '2026-11-20T10:00:00+01:00', url: null };
    expect(check(payload)).toEqual({ ok: true, listing: validSale() });
  });
});

describe('a refusal', () => {
  it('says each fault once, in a sentence with the limit and the size, without the value', () => {
    const title = 'Tajna'.repeat(30);
    expect(refused(changed(validSale(), '/title/sr', title))).toEqual([
      {
        pointer: '/title/sr',
        code: 'too_big',
        message: 'title.sr has 150 characters; at most 120 are allowed.',
      },
    ]);
    expect(refused(changed(validSale(), '/price/amount', 0))).toEqual([
      { pointer: '/price/amount', code: 'too_small', message: 'price.amount is 0; it must be more than 0.' },
    ]);
  });

  it('names everything that is wrong at once, the joint rules included', () => {
    const payload = changed(changed(validSale(), '/title/sr', 'Stan'), '/legal/mandate_attested', false);
    const pointers = refused({ ...payload, extra: 1, more: 2 }).map((detail) => detail.pointer);
    expect(pointers.sort()).toEqual(['/extra', '/legal/mandate_attested', '/more', '/title/sr']);
  });

  it('escapes pointers and does not lose names that objects inherit', () => {
    const payload = JSON.parse(
      JSON.stringify(validRental()).replace(
        '"house_rules":{}',
        '"house_rules":{"a/b~c":1},"__proto__":{},"constructor":1,"attributes":{"__proto__":{"x":1}}',
      ),
    ) as unknown;
    const pointers = refused(payload).map((detail) => detail.pointer);
    expect(pointers.sort()).toEqual([
      '/__proto__',
      '/attributes/__proto__',
      '/constructor',
      '/house_rules/a~1b~0c',
    ]);
  });
});

describe('settings and vocabulary', () => {
  it('accepts any word while the vocabulary is unknown, but no empty one', () => {
    const payload = changed(validSale(), '/category', 'whatever');
    const options = { protocol, vocabulary: null };
    expect(checkListing(payload, options)).toMatchObject({ ok: true });
    expect(checkListing({ ...payload, amenities: [' '] }, options)).toMatchObject({
      ok: false,
      details: [{ pointer: '/amenities/0', code: 'too_small' }],
    });
  });

  it("lets the live vocabulary decide over the spec's own values", () => {
    const payload = changed(validSale(), '/structure/condition', 'as_new');
    const live = { ...vocabulary, fields: { ...vocabulary.fields, condition: new Set(['as_new']) } };
    expect(checkListing(payload, { protocol, vocabulary: live })).toMatchObject({ ok: true });
  });

  it('moves the title where the protocol says', () => {
    const other = protocolSchema.parse({ title_field: 'headline', title_languages: ['fr'] });
    const { title, ...rest } = validSale();
    const payload = { ...rest, headline: { ...(title as object), fr: 'Appartement' } };
    expect(checkListing(payload, { protocol: other, vocabulary })).toMatchObject({ ok: true });
    expect(checkListing(validSale(), { protocol: other, vocabulary })).toMatchObject({ ok: false });
  });
});

describe('what publishing needs', () => {
  const businessCategories = new Set(['office']);
  const unanswered = changed(validRental(), '/rent/owner_lives_nearby', undefined);

  it.each<[string, unknown, string[]]>([
    ['an answered rental', validRental(), []],
    ['a sale', validSale(), []],
    ['an unanswered rental', unanswered, ['/rent/owner_lives_nearby']],
    ['unanswered business premises', { ...unanswered, category: 'office' }, []],
    ['an unanswered rental that is not published', { ...unanswered, state: 'inactive' }, []],
  ])('%s', (_, payload, pointers) => {
    const answer = check(payload);
    if (!answer.ok) throw new Error('the payload must be valid');
    expect(checkPublishable(answer.listing, { businessCategories }).map((each) => each.pointer)).toEqual(
      pointers,
    );
  });
});

it('holds attributes to their type and their words, where the vocabulary tells them', () => {
  const withAttributes = (attributes: object): string[] =>
    refused(changed(validSale(), '/attributes', attributes)).map(({ code, pointer }) => `${code} ${pointer}`);
  expect(withAttributes({ duplex: 'anything', plot_sqm: 4.5, shops: 3, energy: 'A' })).toEqual([]);
  expect(withAttributes({ plot_sqm: '4.5', shops: 3.5, energy: 'Z', moat: true })).toEqual([
    'invalid_type /attributes/plot_sqm',
    'invalid_type /attributes/shops',
    'invalid_enum /attributes/energy',
    'unknown_field /attributes/moat',
  ]);
});

describe('any input', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });

  it('is answered, never with an exception', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('sale', 'rent'), (value, transaction) => {
        check(value);
        check({ ...(value as object), transaction });
      }),
    );
  });

  it('in any field is accepted or refused with a code of the spec, and the listing read is accepted as it is', () => {
    const pointers = oracleFields();
    fc.assert(
      fc.property(fc.constantFrom(...pointers), fc.jsonValue(), fc.boolean(), (pointer, value, isSale) => {
        const answer = check(changed(isSale ? validSale() : validRental(), pointer, value));
        if (answer.ok) expect(check(answer.listing)).toEqual(answer);
        else for (const detail of answer.details) expect(detailCodes).toContain(detail.code);
      }),
    );
  });

  it('however deep is refused', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    expect(check(changed(validRental(), '/house_rules', { other: deep })).ok).toBe(true);
    expect(check(deep).ok).toBe(false);
  });
});

function check(payload: unknown): ReturnType<typeof checkListing> {
  return checkListing(payload, { protocol, vocabulary });
}

function refused(payload: unknown): Detail[] {
  const answer = check(payload);
  return answer.ok ? [] : answer.details;
}
