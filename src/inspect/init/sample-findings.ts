import { offerOf, valueOf } from '../../core/content/guard/payload-values.js';
import { valueDoubts } from '../../core/content/guard/value-doubts.js';
import { placePoints } from '../../mapping/check/coordinates.js';
import { doubtsOf, type Payload, type PlacePoint } from '../../mapping/check/doubts.js';
import { Survey } from '../../mapping/check/survey.js';
import type { Issue, MappedRecord } from '../../model/outcome.js';
import type { Place } from '../../model/reference.js';
import type { Finding } from '../../model/quality-finding.js';
import { valueIssue } from '../../texts/content-words.js';
import type { FirstRules } from './first-sync.js';
import { isQuestion } from './questions.js';

/**
 * What `quality` would say of the first records of a file that was not taken over yet, with the values that the content guard would hold.
 * Sorted by frequency.
 * @param rules null: the kinds of property are unknown, so the content guard's rules are left out
 */
export function sampleFindings(
  sampled: readonly MappedRecord[],
  places: readonly Place[],
  rules: FirstRules | null,
): Finding[] {
  const survey = new Survey();
  const placePoint = placePoints(places);
  for (const [number, { kind, sourceId, listings, issues }] of sampled.entries()) {
    if (kind === 'elsewhere' || kind === 'ignore' || kind === 'remove') continue;
    const id = sourceId ?? String(number);
    const payloads = listings.map(({ payload }) => payload).filter((payload) => payload !== null);
    survey.addRecord(id, [
      // The report has questions and unknown words in parts of their own.
      ...issues.filter((issue) => !isQuestion(issue) && issue.code !== 'unmapped_word'),
      ...payloads.flatMap((payload) => doubtsOfPayload(payload, issues, rules, placePoint)),
    ]);
    for (const payload of payloads) survey.addPhotos(id, payload);
    for (const { feedUpdatedAt: at } of listings) if (at !== null) survey.addDates(at, at);
  }
  return survey.findings();
}

function doubtsOfPayload(
  payload: Payload,
  issues: readonly Issue[],
  rules: FirstRules | null,
  placePoint: PlacePoint,
): Issue[] {
  const values =
    rules === null
      ? []
      : [
          ...valueDoubts(payload, rules.profile, issues),
          ...rules.neighbours.doubtsOf(payload, rules.profile),
        ];
  return [
    ...doubtsOf(payload, placePoint),
    ...values.map(({ rule, fields: [field = 'price'], causes }) =>
      valueIssue({ rule, field, causes, value: valueOf(payload, field) ?? '', offer: offerOf(payload) }),
    ),
  ];
}
