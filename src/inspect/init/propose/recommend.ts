import type { Recommendation } from '../../../core/setup/proposal.js';
import { whyRecommended } from '../../../texts/proposal-words.js';
import type { MappingDraft } from './draft/draft.js';
import type { Matches } from './match/match-fields.js';

/** Amounts per month and of sales in the currency that the portal takes. Between the bounds either currency is possible. */
const sales = { eurMost: 2_000_000, rsdLeast: 5_000_000 } as const;
const rents = { eurMost: 5_000, rsdLeast: 15_000 } as const;

/** Adds the answers that the file suggests to questions about money and kind. They count only once a person gives them. */
export function recommendAnswers(draft: MappingDraft, { best }: Matches): void {
  const recommend = (field: string, one: Recommendation | null): void => {
    if (one !== null && !draft.recommended.has(field)) draft.recommended.set(field, one);
  };
  const counted = best.get('rooms') ?? best.get('bedrooms') ?? best.get('floor');
  if (counted !== undefined && counted.shape.filled >= draft.records * 0.9)
    recommend('category', { answer: 'Stan', why: whyRecommended.columnOfHomes(counted.field.path) });
  const [price, rent] = [best.get('price'), best.get('rent')];
  recommend('price.currency', currency(price?.shape.median ?? 0, sales));
  const ofRents = rent === undefined ? null : currency(rent.shape.median, rents);
  recommend('rent.currency', ofRents ?? draft.recommended.get('price.currency') ?? null);
}

function currency(median: number, { eurMost, rsdLeast }: typeof sales | typeof rents): Recommendation | null {
  if (median <= 0) return null;
  const why = whyRecommended.middleAmount(median);
  if (median <= eurMost) return { answer: 'EUR', why };
  return median >= rsdLeast ? { answer: 'RSD', why } : null;
}
