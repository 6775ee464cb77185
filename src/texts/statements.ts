import type { Sentence } from '../model/sentence.js';

/** Topics of the statements that a person makes for an agency. */
export type StatementTopic =
  | 'mandate'
  | 'owner_nearby'
  | 'owner_nearby_some'
  | 'owner_nearby_rule'
  | 'owner_nearby_rule_ended'
  | `${'rental_type' | 'furnished'}_${'some' | 'rule' | 'rule_ended'}`
  | 'identity';

interface StatementText {
  version: number;
  /** The statement for the answer yes. */
  yes: Sentence;
  /** The statement for the answer no. */
  no: Sentence;
}

/**
 * The exact wording of each statement. A wording that was ever used must not change: a new one is appended with the next version, and is
 * used from then on.
 */
const texts: Readonly<Record<StatementTopic, readonly StatementText[]>> = {
  mandate: [
    {
      version: 1,
      yes: {
        sr: 'Izjavljujem u ime agencije da za svaki oglas koji šaljemo na portal agencija ima važeći pisani ugovor o posredovanju sa vlasnikom nepokretnosti ili drugim licem koje je ovlašćeno da njome raspolaže, i da će oglas biti skinut kada taj ugovor prestane da važi.',
        en: 'On behalf of the agency I state that for each listing that we send to the portal the agency holds a valid written mandate of the owner of the property, or of another person entitled to dispose of it, and that the listing will be taken off when that mandate ends.',
      },
      no: {
        sr: 'Izjavljujem u ime agencije da agencija nema važeći pisani ugovor o posredovanju za svaki oglas koji šalje na portal.',
        en: 'On behalf of the agency I state that the agency does not hold a valid written mandate for each listing that it sends to the portal.',
      },
    },
  ],
  owner_nearby: [
    {
      version: 1,
      yes: {
        sr: 'Izjavljujem u ime agencije da vlasnici stanova koje izdajemo žive u istoj zgradi ili u neposrednoj blizini.',
        en: 'On behalf of the agency I state that the owners of the homes that we let live in the same building or close by.',
      },
      no: {
        sr: 'Izjavljujem u ime agencije da vlasnici stanova koje izdajemo ne žive u istoj zgradi ni u neposrednoj blizini.',
        en: 'On behalf of the agency I state that the owners of the homes that we let live neither in the same building nor close by.',
      },
    },
  ],
  // `{listings}` are ids of records, as the agency's software writes them. Of listings that are not among them nothing is stated.
  owner_nearby_some: [
    {
      version: 1,
      yes: {
        sr: 'Izjavljujem u ime agencije da vlasnici ovih stanova koje izdajemo žive u istoj zgradi ili u neposrednoj blizini: {listings}.',
        en: 'On behalf of the agency I state that the owners of these homes that we let live in the same building or close by: {listings}.',
      },
      no: {
        sr: 'Izjavljujem u ime agencije da vlasnici ovih stanova koje izdajemo ne žive u istoj zgradi ni u neposrednoj blizini: {listings}.',
        en: 'On behalf of the agency I state that the owners of these homes that we let live neither in the same building nor close by: {listings}.',
      },
    },
  ],
  // `{rule}` is a condition in words. It is about listings that come later too.
  owner_nearby_rule: [
    {
      version: 1,
      yes: {
        sr: 'Izjavljujem u ime agencije da vlasnici stanova koje izdajemo žive u istoj zgradi ili u neposrednoj blizini kad god za oglas važi: {rule}. To se odnosi i na buduće oglase, osim na one za koje agencija izjavi drugačije.',
        en: 'On behalf of the agency I state that the owners of the homes that we let live in the same building or close by whenever this is true of the listing: {rule}. This covers future listings too, except those of which the agency states otherwise.',
      },
      no: {
        sr: 'Izjavljujem u ime agencije da vlasnici stanova koje izdajemo ne žive u istoj zgradi ni u neposrednoj blizini kad god za oglas važi: {rule}. To se odnosi i na buduće oglase, osim na one za koje agencija izjavi drugačije.',
        en: 'On behalf of the agency I state that the owners of the homes that we let live neither in the same building nor close by whenever this is true of the listing: {rule}. This covers future listings too, except those of which the agency states otherwise.',
      },
    },
  ],
  owner_nearby_rule_ended: [
    {
      version: 1,
      yes: {
        sr: 'U ime agencije povlačim pravilo da vlasnici stanova koje izdajemo žive u istoj zgradi ili u neposrednoj blizini kad god za oglas važi: {rule}.',
        en: 'On behalf of the agency I withdraw the rule that the owners of the homes that we let live in the same building or close by whenever this is true of the listing: {rule}.',
      },
      no: {
        sr: 'U ime agencije povlačim pravilo da vlasnici stanova koje izdajemo ne žive u istoj zgradi ni u neposrednoj blizini kad god za oglas važi: {rule}.',
        en: 'On behalf of the agency I withdraw the rule that the owners of the homes that we let live neither in the same building nor close by whenever this is true of the listing: {rule}.',
      },
    },
  ],
  // `{value}` is a word of the portal.
  rental_type_some: [
    chosen({
      sr: 'Izjavljujem u ime agencije da je vrsta izdavanja „{value}” za ove oglase: {listings}.',
      en: 'On behalf of the agency I state that the kind of rental is “{value}” for these listings: {listings}.',
    }),
  ],
  rental_type_rule: [
    chosen({
      sr: 'Izjavljujem u ime agencije da je vrsta izdavanja „{value}” kad god za oglas važi: {rule}. To se odnosi i na buduće oglase, osim na one za koje agencija izjavi drugačije.',
      en: 'On behalf of the agency I state that the kind of rental is “{value}” whenever this is true of the listing: {rule}. This covers future listings too, except those of which the agency states otherwise.',
    }),
  ],
  rental_type_rule_ended: [
    chosen({
      sr: 'U ime agencije povlačim pravilo da je vrsta izdavanja „{value}” kad god za oglas važi: {rule}.',
      en: 'On behalf of the agency I withdraw the rule that the kind of rental is “{value}” whenever this is true of the listing: {rule}.',
    }),
  ],
  furnished_some: [
    chosen({
      sr: 'Izjavljujem u ime agencije da je nameštenost „{value}” za ove oglase: {listings}.',
      en: 'On behalf of the agency I state that the furnishing is “{value}” for these listings: {listings}.',
    }),
  ],
  furnished_rule: [
    chosen({
      sr: 'Izjavljujem u ime agencije da je nameštenost „{value}” kad god za oglas važi: {rule}. To se odnosi i na buduće oglase, osim na one za koje agencija izjavi drugačije.',
      en: 'On behalf of the agency I state that the furnishing is “{value}” whenever this is true of the listing: {rule}. This covers future listings too, except those of which the agency states otherwise.',
    }),
  ],
  furnished_rule_ended: [
    chosen({
      sr: 'U ime agencije povlačim pravilo da je nameštenost „{value}” kad god za oglas važi: {rule}.',
      en: 'On behalf of the agency I withdraw the rule that the furnishing is “{value}” whenever this is true of the listing: {rule}.',
    }),
  ],
  identity: [
    {
      version: 1,
      yes: {
        sr: 'Potvrđujem da je agencija koju portal navodi kao {agency}, registarski broj {number}, naša agencija.',
        en: 'I confirm that the agency that the portal calls {agency}, register number {number}, is our agency.',
      },
      no: {
        sr: 'Agencija koju portal navodi kao {agency}, registarski broj {number}, nije naša agencija.',
        en: 'The agency that the portal calls {agency}, register number {number}, is not our agency.',
      },
    },
  ],
};

/** A statement whose answer stands in it: there is no other one for no. */
function chosen(text: Sentence): StatementText {
  return { version: 1, yes: text, no: text };
}

export interface Statement {
  version: number;
  yes: Sentence;
  no: Sentence;
}

/** The current wording. */
export function currentStatement(
  topic: StatementTopic,
  facts: Readonly<Record<string, string>> = {},
): Statement {
  const newest = texts[topic].at(-1);
  if (newest === undefined) throw new RangeError(`there is no statement about ${topic}`);
  const filled = ({ sr, en }: Sentence): Sentence => ({ sr: fill(sr, facts), en: fill(en, facts) });
  return { version: newest.version, yes: filled(newest.yes), no: filled(newest.no) };
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => facts[name] ?? hole);
}
