import type { FailureCode, WarningCode } from '../../wire/error-codes.js';
import type { ConnectionView } from '../staff/staff-view.js';

/** Each failure code in a sentence, for readers who do not know the codes. */
export const failureWords: Readonly<Record<FailureCode, string>> = {
  unmappable_category: 'The portal has no category for it.',
  missing_required: 'Something that publishing needs is missing.',
  invalid_payload: 'A value breaks its rule.',
  quota_exceeded: 'The agency’s plan allows no more live listings.',
  duplicate: 'The portal has this property already.',
  geo_unresolved: 'The place is not known.',
  schema_invalid: 'A field is unknown, missing or of the wrong type.',
  photo_fetch_failed: 'A photo could not be fetched.',
  photo_minimum: 'There are too few photos.',
  mandate_missing: 'The signed brokerage contract is not attested.',
  moderation_blocked: 'A moderator refused it.',
  certification_rejected: 'Staff sent the first batch back.',
  worker_error: 'The portal failed while it worked on it.',
};

/** Each warning code in a sentence. */
export const warningWords: Readonly<Record<WarningCode, string>> = {
  agent_not_member: 'Shown without an agent: no member of the agency has this address.',
  virtual_tour_dropped: 'Shown without the tour: the agency’s plan has none.',
  commission_dropped: 'Stored without the commission: the agency is a bank.',
  field_not_applicable: 'A field that this category does not have was left out.',
  coordinates_outside_place: 'The point lies outside the place; it was kept.',
  photo_cap_applied: 'More photos than the plan keeps: the last ones were left out.',
};

/** Who has to act next on a connection, in a sentence. */
export const turnWords: Readonly<Record<ConnectionView['turn'], string>> = {
  partner_redeems: 'The partner redeems the code.',
  partner_pushes: 'The partner pushes a first batch.',
  staff_review: 'You look at the first batch.',
  staff_moderate: 'You look at what waits for review.',
  partner_corrects: 'The partner puts the first batch right.',
  pauser_resumes: 'The side that paused it resumes it.',
  nobody: 'No one has to act.',
};

/** A code as words: `not_yet_known` becomes `not yet known`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `1 photo`, `2 photos`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
