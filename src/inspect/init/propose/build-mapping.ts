import { fold } from '../../../model/fold.js';
import type { Recommendation } from '../../../core/setup/proposal.js';
import type { Reference } from '../../../model/reference.js';
import { buildUpdated } from './build-basics.js';
import { buildId } from './build-id.js';
import type { KeyColumn } from './combined-ids.js';
import { buildCategory } from './build-category.js';
import { likelyFactor } from './areas/area-units.js';
import { sizeForTexts } from './areas/build-areas.js';
import { sectionPath } from '../profile/section-rows.js';
import { isInThousands } from './money/thousands.js';
import { buildMoney } from './money/build-money.js';
import { buildState } from './build-state.js';
import { buildPlace } from './build-place.js';
import { buildMedia } from './media/build-photos.js';
import { buildStructure } from './build-structure.js';
import { buildTexts } from './build-texts.js';
import { buildTransaction } from './offer/build-transaction.js';
import { buildFlags, buildOptionalWords, nullWords } from './build-words.js';
import { commonNumbers, MappingDraft, type FieldProposal } from './draft/draft.js';
import type { FormatGuess } from '../profile/format-guess.js';
import type { Candidate } from './match/candidate.js';
import { recommendAnswers } from './recommend.js';
import { matchFields, type Matches } from './match/match-fields.js';
import { proposedBy } from '../presets.js';
import type { FieldProfile } from '../profile/profile.js';

/** A mapping built from the records alone. */
export interface BuiltMapping {
  mapping: Record<string, unknown>;
  proposals: FieldProposal[];
  /** Answers that the file suggests, by payload path or `transaction`. */
  recommended: ReadonlyMap<string, Recommendation>;
  languages: string[];
  /** Codes of the currencies in the feed. */
  currencies: string[];
  /** Why the records' dates are not used; null if they are, or if there are none. */
  stale: string | null;
  /** Paths of the columns among which those of a combined id were chosen; null where one column is the id. */
  idParts: readonly string[] | null;
}

/**
 * Builds a mapping from the fields of a feed that no preset fits.
 * @param whole the columns of which an id may be combined, for all records; null: the sample is all that is known
 */
export function buildMapping(
  name: string,
  guess: FormatGuess,
  fields: readonly FieldProfile[],
  records: number,
  reference: Reference | null,
  whole: readonly KeyColumn[] | null = null,
): BuiltMapping {
  const { draft, ...found } = draftOf(fields, records, reference, whole, guess.titles);
  const mapping = assemble(name, guess, draft, fields);
  const { proposals, recommended } = draft;
  return { mapping, proposals, recommended, ...found };
}

/** The fields that records have, and what was found on the way. */
function draftOf(
  fields: readonly FieldProfile[],
  records: number,
  reference: Reference | null,
  whole: readonly KeyColumn[] | null,
  titles: readonly string[] = [],
): { draft: MappingDraft } & Pick<BuiltMapping, 'languages' | 'currencies' | 'stale' | 'idParts'> {
  const matches = matchFields(fields, records, reference);
  const figures = (['price', 'rent', 'area', 'plot_area', 'rooms'] as const).map((concept) =>
    matches.best.get(concept),
  );
  const draft = new MappingDraft(
    commonNumbers(figures.filter((one): one is Candidate => one !== undefined)),
    records,
  );
  const { made: idParts } = buildId(draft, matches, fields, whole);
  const { offer } = buildTransaction(draft, matches, fields);
  buildState(draft, fields);
  const { stale } = buildUpdated(draft, matches);
  buildCategory(draft, matches, reference);
  nameValues(draft, matches);
  const { languages } = buildTexts(draft, matches);
  const money = { areAllRents: offer === 'rent', areaFactor: likelyFactor(matches) };
  const { currencies } = buildMoney(draft, matches, fields, money);
  buildPlace(draft, matches, fields, { reference, titles });
  buildStructure(draft, matches, fields);
  buildOptionalWords(draft, matches, fields, reference);
  buildFlags(draft, matches, reference);
  buildMedia(draft, matches, fields);
  recommendAnswers(draft, matches);
  return { draft, languages, currencies, stale, idParts };
}

/** Answers that records suggest, by payload path or `transaction`, whatever mapping reads them. */
export function recommendedAnswers(
  fields: readonly FieldProfile[],
  records: number,
  reference: Reference,
): BuiltMapping['recommended'] {
  return draftOf(fields, records, reference, null).draft.recommended;
}

function assemble(
  name: string,
  guess: FormatGuess,
  { top, values, fields, tables, common }: MappingDraft,
  profiles: readonly FieldProfile[],
): Record<string, unknown> {
  const { source_id: sourceId, codes, updated_at: updatedAt, transaction, state, ask, ...rest } = top;
  const flags = flagWords(rest.booleans);
  const nulls = [...nullWords].filter(
    (word) => !flags.has(fold(word)) && profiles.some(({ distinct }) => distinct.has(word)),
  );
  const { thousands, decimal } = common;
  return {
    name,
    version: 1,
    about: `${proposedBy}${guess.about}`,
    format: guess.format,
    source_id: sourceId,
    ...(codes !== undefined && { codes }),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    numbers: { decimal, ...(thousands !== 'none' && { thousands }) },
    ...rest,
    ...(nulls.length > 0 && { nulls }),
    transaction,
    ...(Object.keys(values).length > 0 && { values }),
    ...(state !== undefined && { state }),
    ...(guess.keys !== undefined && guess.keys.length > 0 && { outcomes: [withoutKeys(guess.keys)] }),
    ...(ask !== undefined && { ask }),
    fields,
    tables,
  };
}

/** Leaves out the rows of a table that have none of the columns that all records have: its legends. */
function withoutKeys(keys: readonly string[]): Record<string, unknown> {
  return {
    when: keys.map((key) => `field('${key}') == ''`).join(' && '),
    ignore: `The row has no ${keys.join(', ')}: it is no listing.`,
  };
}

/** The words for yes and no, folded. What a table of flags marks with `x` is no missing value. */
function flagWords(booleans: unknown): ReadonlySet<string> {
  return new Set(
    Object.values((booleans ?? {}) as Record<string, string[]>).flatMap((words) => words.map(fold)),
  );
}

/** The path of a field that texts can name; undefined for one of codes, and for headings: `PRODAJA · STANOVI` is no kind and no town. */
function readable(candidate: Candidate | undefined): string | undefined {
  const isReadable = candidate?.field.codes === undefined && candidate?.field.path !== sectionPath;
  return isReadable ? candidate?.field.path : undefined;
}

/** The path of a price that a text can repeat as it is written. */
function costForTexts(price: Candidate | undefined): string | undefined {
  return price === undefined || isInThousands(price.field) ? undefined : price.field.path;
}

/** Defines the values that templates of titles and texts use. */
function nameValues(draft: MappingDraft, matches: Matches): void {
  const { best } = matches;
  const use = {
    kind: readable(best.get('category')),
    town: readable(best.get('city')) ?? readable(best.get('address')),
    size: sizeForTexts(matches),
    cost: costForTexts(best.get('price')),
  };
  for (const [name, rules] of Object.entries(use)) if (rules !== undefined) draft.values[name] = rules;
  draft.values.kind = [
    ...(draft.values.kind === undefined ? [] : [draft.values.kind]),
    { const: 'Nekretnina' },
  ];
}
