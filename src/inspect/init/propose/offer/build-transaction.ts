import type { Recommendation } from '../../../../core/setup/proposal.js';
import { whyRecommended } from '../../../../texts/proposal-words.js';
import type { Candidate } from '../match/candidate.js';
import { rulesOf, type MappingDraft } from '../draft/draft.js';
import { isStateWord } from '../build-state.js';
import { offerCodes } from './offer-codes.js';
import { offerFlags } from './offer-flags.js';
import { shapeOf } from '../../profile/shapes.js';
import type { FieldProfile } from '../../profile/profile.js';
import { covering, type Matches } from '../match/match-fields.js';
import { agreedOffer, offerSigns, titleOffers, type Offer } from './offer-signs.js';
import { lookUpIn, named, wordTable } from '../build-words.js';
import { titleOfferTable } from '../../words/title-offers.js';
import * as lists from '../../words/word-lists.js';

/** The columns with words for sale and rent, and what they decide. */
interface OfferColumns {
  rules: Record<string, unknown>[];
  words: Record<string, unknown>;
  unknown: string[];
  /** Records that have a known word. */
  decided: ReadonlySet<number>;
  lead: Candidate | null;
}

/**
 * Decides sale or rent by words, by the price that is present, by codes, by titles, or by a constant where two independent signs agree on
 * it for the whole file. What is left is asked (RULES R167).
 * @returns the offer of all listings, as far as the file shows; null: they differ, or nothing shows it
 */
export function buildTransaction(
  draft: MappingDraft,
  matches: Matches,
  fields: readonly FieldProfile[],
): { offer: Offer | null } {
  draft.ask('transaction');
  const columns = offerColumns(draft, matches);
  const { rules, lead, unknown } = columns;
  if (rules.length > 0) draft.tables.offer = { words: columns.words };
  const isWhole = columns.decided.size >= draft.records * 0.9;
  if (!isWhole && byPrices(draft, matches, columns)) return { offer: null };
  if (lead === null) {
    if (byFlags(draft, matches, fields)) return { offer: null };
    if (byCodes(draft, matches, fields)) return { offer: null };
    return { offer: buildUnstated(draft, matches) };
  }
  const doubt =
    unknown.length === 0 ? null : `Is ${named(unknown)} sale or rent? Records with other words are left out.`;
  draft.put('transaction', rulesOf(rules), lead, doubt);
  return { offer: null };
}

function offerColumns(draft: MappingDraft, { all }: Matches): OfferColumns {
  const rules: Record<string, unknown>[] = [];
  const words: Record<string, unknown> = {};
  const unknown: string[] = [];
  const decided = new Set<number>();
  let lead: Candidate | null = null;
  for (const candidate of all.get('transaction') ?? []) {
    if (decided.size >= draft.records * 0.98 || rules.length === 2) break;
    const table = wordTable(candidate.field, lists.transactions, null, null);
    const known = [...candidate.field.values].filter(
      ([, [text = '']]) => lookUpIn(candidate.field, text, lists.transactions) !== null,
    );
    const added = known.filter(([record]) => !decided.has(record)).length;
    if (
      table.share < (candidate.score > 0.75 ? 0.5 : 0.85) &&
      !(candidate.field.path === 'name()' && table.share > 0.3)
    )
      continue;
    if (added < draft.records * 0.1) continue;
    lead ??= candidate;
    rules.push({ from: candidate.field.path, table: 'offer' });
    Object.assign(words, table.words);
    unknown.push(...table.unknown.filter((word) => !isStateWord(word)));
    for (const [record] of known) decided.add(record);
  }
  return { rules, words, unknown, decided, lead };
}

/** Two columns of yes and no are read. */
function byFlags(draft: MappingDraft, { all }: Matches, fields: readonly FieldProfile[]): boolean {
  const flags = offerFlags(fields, draft.records);
  if (flags === null) return false;
  const { sale: field, rules } = flags;
  const [known] = (all.get('transaction') ?? []).filter((one) => one.field === field);
  const lead: Candidate = known ?? {
    concept: 'transaction',
    field,
    shape: shapeOf(field),
    score: 0.8,
    byName: true,
  };
  draft.put('transaction', rules, lead, null, 0.8);
  return true;
}

/** A column of codes is read: what initials and amounts do not prove is asked like any unknown word. */
function byCodes(draft: MappingDraft, matches: Matches, fields: readonly FieldProfile[]): boolean {
  const codes = offerCodes(matches, fields, draft.records);
  if (codes === null) return false;
  const { column, words } = codes;
  draft.tables.offer = { words: words ?? {} };
  const codesNamed = named([...column.field.distinct.keys()]);
  const doubt =
    words === null
      ? `What do ${codesNamed} mean, sale or rent? Their listings wait until the table "offer" has them.`
      : null;
  draft.put(
    'transaction',
    { from: column.field.path, table: 'offer' },
    column,
    doubt,
    words === null ? 0.6 : 0.8,
  );
  return true;
}

/** Where prices and rents have columns of their own, the one that is filled decides. A record that has both is asked about. */
function byPrices(draft: MappingDraft, matches: Matches, { rules, lead }: OfferColumns): boolean {
  const [sale, rent] = [matches.best.get('price'), matches.best.get('rent')];
  if (sale === undefined || rent === undefined || sale.field.path === rent.field.path || !rent.byName)
    return false;
  // Two signs: the name of the column, and amounts that fit it.
  if (rent.shape.median * 10 > sale.shape.median) return false;
  const paths = (concept: 'price' | 'rent'): string[] =>
    covering(matches, concept, draft.records).map(({ field }) => field.path);
  draft.values.sale_price = { from: paths('price'), nulls: [0] };
  draft.values.rent_price = { from: paths('rent'), nulls: [0] };
  for (const rule of rules) rule.unmapped = 'ignore';
  rules.push(
    { const: 'rent', when: 'rent_price != null && sale_price == null' },
    { const: 'sale', when: 'sale_price != null && rent_price == null' },
  );
  const why = 'Without a word for sale or rent, the price that is present decides.';
  draft.put('transaction', rules, lead, why, 0.6);
  return true;
}

/** Of a file without a column for it: the words of a few records, then titles, then what two signs agree on for all. */
function buildUnstated(draft: MappingDraft, matches: Matches): Offer | null {
  const rules: Record<string, unknown>[] = [];
  const tableOf = ({ field }: Candidate) => wordTable(field, lists.transactions, null, null);
  const some = (matches.all.get('transaction') ?? []).find(
    (one) => one.byName && Object.keys(tableOf(one).words).some((word) => !isStateWord(word)),
  );
  if (some !== undefined) {
    const { words } = tableOf(some);
    draft.tables.offer = {
      words: Object.fromEntries(Object.entries(words).filter(([word]) => !isStateWord(word))),
    };
    rules.push({ from: some.field.path, table: 'offer', unmapped: 'ignore' });
  }
  const signs = offerSigns(matches);
  const agreed = agreedOffer(signs);
  const title = matches.best.get('title');
  if (title !== undefined && titleOffers(matches).size > 0 && signs.titlesFit) {
    draft.tables.title_offer = titleOfferTable();
    rules.push({ from: title.field.path, table: 'title_offer', unmapped: 'ignore' });
  }
  if (agreed !== null) {
    const why = `No field states sale or rent; ${agreed.why}, so ${some === undefined ? 'all listings are' : 'all others are'} taken for ${plural[agreed.offer]}.`;
    draft.put('transaction', rulesOf([...rules, { const: agreed.offer }]), null, why, 0.75);
    return rules.length === 0 ? agreed.offer : null;
  }
  const which =
    some === undefined
      ? 'No field states sale or rent.'
      : `Not all listings have a word for sale or rent in ${some.field.path}.`;
  const stated = rules.length === 0 ? null : rulesOf(rules);
  draft.open('transaction', which, stated ?? { const: 'sale', when: 'false' }, recommended(signs.amounts));
  return rules.length === 0 ? signs.amounts : null;
}

const plural: Readonly<Record<Offer, string>> = { sale: 'sales', rent: 'rentals' };

function recommended(amounts: Offer | null): Recommendation | null {
  if (amounts === null) return null;
  return {
    answer: amounts,
    why: amounts === 'rent' ? whyRecommended.monthlyRents : whyRecommended.salePrices,
  };
}
