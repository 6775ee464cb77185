import { contentRules, type ContentRule } from './content.js';
import type { ExternalId, SourceId } from './ids.js';

/** The reasons for a removal that feedsync sends. */
export const removeReasons = ['sold', 'rented', 'withdrawn', 'expired'] as const;
export type RemoveReason = (typeof removeReasons)[number];

/**
 * Codes of problems in a record that its mapping, a check or the portal's rules find, apart from doubts of the content guard and repairs. Each
 * has an advice for the author of the mapping and a sentence in both languages; a code without one does not compile.
 */
const problemCodes = [
  'amount_from',
  'amount_unclear',
  'answer_missing',
  'area_unit',
  'attribute_misfit',
  'attribute_not_applicable',
  'attribute_unknown',
  'bad_date',
  'bad_email',
  'bad_number',
  'bad_text',
  'condition_failed',
  'contacts_in_text',
  'coordinates_far',
  'coordinates_swapped',
  'coordinates_zero',
  'currency_not_taken',
  'currency_unclear',
  'duplicate_external_id',
  'duplicate_id',
  'duplicate_photo_url',
  'fallback_used',
  'field_dropped',
  'id_conflict',
  'id_reused',
  'ignored',
  'invalid_enum',
  'invalid_format',
  'invalid_type',
  'kept',
  'link_dropped',
  'partner_asked',
  'photo_dropped',
  'photo_placeholder',
  'photos_lost',
  'place_ambiguous',
  'place_unknown',
  'placeholder_figure',
  'record_failed',
  'record_too_costly',
  'rent_per_day',
  'rent_per_week',
  'required',
  'shortened_id',
  'text_cut',
  'text_double_encoded',
  'text_double_escaped',
  'too_big',
  'too_small',
  'unclear_column',
  'unknown_field',
  'unknown_place',
  'unmapped_word',
  'unreadable',
  'value_refused',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
/** Stable, snake_case. A store of another release may hold others. */
export type IssueCode = ProblemCode | `doubt_${ContentRule}` | `repaired_${RepairKind}`;

/** Every code of an issue. */
export function issueCodes(): IssueCode[] {
  return [...problemCodes, ...contentRules.map(doubtCode), ...repairKinds.map(repairCode)];
}

/** The code of the issue that reports a doubt of the content guard. */
export function doubtCode(rule: ContentRule): `doubt_${ContentRule}` {
  return `doubt_${rule}`;
}

/** A problem in one record. An `error` prevents publication, a `warning` does not. */
export interface Issue {
  severity: 'error' | 'warning';
  code: IssueCode;
  /** JSON pointer into the listing payload, such as `/structure/heating`; empty for the whole record. */
  pointer: string;
  /** One sentence for the reader. */
  message: string;
  /** The feed's value, cut to `issueValueMax` characters. */
  value?: string;
}

/** Length of an issue's value in UTF-16 units. Values that are pasted from a report are compared with it. */
export const issueValueMax = 120;

/** Codes of issues about a value without a meaning: of vocabularies and tables, and of places. */
const wordCodes: ReadonlySet<string> = new Set(['unmapped_word', 'place_unknown', 'place_ambiguous']);

/** Whether an issue is about a value to which a table can give a meaning. */
export function isAboutWord({ code, value }: Pick<Issue, 'code' | 'value'>): boolean {
  return value !== undefined && wordCodes.has(code);
}

/**
 * One look-up of a record in the vocabulary, in the place directory, among the agency's answers, or of a host that may answer over https.
 * The index by which a change there finds the records to map again.
 */
export interface ReferenceUse {
  kind: 'vocabulary' | 'place' | 'answer' | 'host';
  /** `heating`, `category`, …; for places the query as written; for answers the question's name; for hosts `photos`. */
  name: string;
  /** The feed's value, folded. */
  word: string;
  /** The key found, or null where there was none. */
  resolved: string | null;
}

/** What decides the order of a listing's photos. While it does not change, a live listing keeps its cover. */
export interface PhotoSource {
  /** The mapping's rule for photos. */
  rule: string;
  /** The usable addresses in the feed's order, each with what the feed marks about it. */
  slots: readonly { url: string; mark: string }[];
  /** The addresses that release 0.1.0 would send, in its order. */
  former: readonly string[];
}

/** One listing that a record yields. */
export interface MappedListing {
  externalId: ExternalId;
  /** The payload without `digest` and `source.updated_at`, or null where an error keeps it from being published. */
  payload: Record<string, unknown> | null;
  /** The record gives words, 0 or nothing where its price stands, and lacks nothing else. Missing: false. */
  isOnRequest?: boolean;
  /** The feed's own date for `source.updated_at`, epoch milliseconds. */
  feedUpdatedAt: number | null;
  /** Left out for a listing with fewer than two photos. */
  photoSource?: PhotoSource;
  /** Addresses of photos that the feed writes with http or without a scheme; left out if there are none. */
  upgradedPhotos?: string[];
}

/** `elsewhere`: a record of a shared file that belongs to another feed by that feed's `where`. */
export type RecordKind = 'mapped' | 'invalid' | 'keep' | 'ignore' | 'remove' | 'elsewhere';

/** What a record offers a property for. */
export type Offer = 'sale' | 'rent';

/** The result of mapping one record. Mapping reports faults here and never throws (RULES R30, R33). */
export interface MappedRecord {
  kind: RecordKind;
  /** The record's id as the feed writes it; null where it has none. */
  sourceId: SourceId | null;
  /** Null if the record offers both, or does not say. */
  offer: Offer | null;
  /** The agency's other codes for the record; `explain` finds the record by them. */
  codes: string[];
  removeReason: RemoveReason | null;
  /**
   * The record's word for its state, cut to 120 characters, where no table knows it: the payload says `active`, and only the content guard
   * decides what the state is. Null: the state is known, or the record names none.
   */
  unknownState: string | null;
  listings: MappedListing[];
  issues: Issue[];
  uses: ReferenceUse[];
  /** What was repaired in the record. Each kind is among the issues too. */
  repairs: readonly RepairKind[];
}

/**
 * What was repaired in a record or a file, because it has one meaning. Each kind is counted once for a record, in the issues of the
 * record (`repaired_…`), in `quality` and in the run.
 */
export const repairKinds = [
  /** `&` that begins no reference. */
  'bare_ampersand',
  /** A control code, or a reference to one: removed. */
  'control_character',
  /** A code from 0x80 to 0x9f that means the character of windows-1252: `&#128;` is €. */
  'windows_1252',
  /** One character written as two references, one for each surrogate. */
  'surrogate_pair',
  /** `<![CDATA[` and `]]>` that were escaped and so became part of the text. */
  'escaped_cdata',
  /** Markup or references that were escaped once more than the mapping says. */
  'double_escaped',
  /** Codes of a page builder: `[vc_row]`. */
  'shortcode',
  /** `\n` and `\r\n` as a backslash and a letter. */
  'literal_newline',
  /** Of the file: a byte order mark that is not its first character. */
  'stray_bom',
  /** Of the file: HTML elements behind the root, such as a script of the web host. */
  'after_root',
] as const;
export type RepairKind = (typeof repairKinds)[number];

/** Receives the kinds of repair as they are made. */
export interface Repairs {
  add(kind: RepairKind): unknown;
}

/** The code of the issue that reports a repair. */
export function repairCode(kind: RepairKind): `repaired_${RepairKind}` {
  return `repaired_${kind}`;
}

/**
 * The answer of an agency that does not know: as the constant of a field that is asked for, it parks the listings that need one, and its
 * partner is asked.
 */
export const askPartner = 'ask_partner';

/** The code of the issue of a listing that is parked so. */
export const askedPartnerCode = 'partner_asked';
