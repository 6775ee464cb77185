import { fold } from '../../../../model/fold.js';
import { commonFlags } from '../../../../mapping/words/boolean-words.js';
import type { FieldProfile } from '../../profile/profile.js';
import { flagOf } from '../../profile/shapes.js';
import { wordsOf } from '../../words/concepts.js';
import { ownName } from '../match/own-name.js';
import { offerOfName, type Offer } from './offer-signs.js';

/** Two columns of yes and no, and the rules that read the offer from them. */
export interface OfferFlags {
  sale: FieldProfile;
  rules: Record<string, unknown>[];
}

/** Records in which exactly one of both says yes. */
const complementary = 0.9;
const recordsMin = 3;

/**
 * Two columns of yes and no, one named for sales and one for rentals, of which each record has one: `za_prodaju`, `za_izdavanje`. A record
 * with both or none is asked about. Null: there are none, or several.
 */
export function offerFlags(fields: readonly FieldProfile[], records: number): OfferFlags | null {
  const of = (offer: Offer): FieldProfile[] =>
    fields.filter((field) => offerOfName(wordsOf(ownName(field.path)).join(' ')) === offer && isFlag(field));
  const [sales, rents] = [of('sale'), of('rent')];
  const [sale, rent] = [sales[0], rents[0]];
  if (sale === undefined || rent === undefined || sales.length + rents.length > 2) return null;
  const saysYes = (field: FieldProfile, record: number): boolean =>
    flagOf(field.values.get(record)?.[0] ?? '') === true;
  const all = [...Array(records).keys()];
  const told = all.filter((record) => saysYes(sale, record) !== saysYes(rent, record));
  const both = [sale, rent].every((field) => told.some((record) => saysYes(field, record)));
  if (!both || told.length < Math.max(recordsMin, records * complementary)) return null;
  const [isSale, isRent] = [sale, rent].map(yesCondition) as [string, string];
  return {
    sale,
    rules: [
      { const: 'sale', when: `${isSale} && !${isRent}` },
      { const: 'rent', when: `${isRent} && !${isSale}` },
    ],
  };
}

function isFlag({ distinct, path, most }: FieldProfile): boolean {
  return most === 1 && !path.includes("'") && [...distinct.keys()].every((text) => flagOf(text) !== null);
}

function yesCondition({ path, distinct }: FieldProfile): string {
  const own = [...distinct.keys()].filter((text) => flagOf(text) === true).map(fold);
  const usual = [...commonFlags].flatMap(([word, flag]) => (flag ? [word] : []));
  const words = [...new Set([...own, ...usual])].filter((word) => !word.includes("'"));
  return `(fold(field('${path}')) in [${words.map((word) => `'${word}'`).join(', ')}])`;
}
