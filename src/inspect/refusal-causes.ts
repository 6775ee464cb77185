import type { FailureCode } from '../wire/error-codes.js';

/** Why the portal refused a listing, and whose turn it is. */
export interface RefusalCause {
  cause: 'feed' | 'mapping' | 'agency' | 'portal';
  /** Completes "the portal refused it: …". */
  why: string;
  /** A sentence: who must do what. */
  next: string;
}

const causes: Readonly<Record<FailureCode, RefusalCause>> = {
  unmappable_category: {
    cause: 'mapping',
    why: 'it does not take listings of this category from partners',
    next: 'Give the feed’s word another category under tables: category.',
  },
  missing_required: {
    cause: 'feed',
    why: 'its category needs a field that the listing does not have',
    next: 'The agency adds it in its own software, or the mapping reads it from another place.',
  },
  invalid_payload: {
    cause: 'mapping',
    why: 'a field holds what the portal does not take',
    next: 'Correct the field’s rule in the mapping, or the value in the agency’s software.',
  },
  schema_invalid: {
    cause: 'mapping',
    why: 'the payload does not have the portal’s shape',
    next: 'Correct the field’s rule in the mapping; where the payload looks right, tell whoever runs feedsync.',
  },
  quota_exceeded: {
    cause: 'agency',
    why: 'the agency’s plan has no room for another listing',
    next: 'The agency takes a larger plan, or takes listings off.',
  },
  duplicate: {
    cause: 'agency',
    why: 'the portal has the same property already',
    next: 'The agency takes off the other one, or asks the portal’s staff.',
  },
  geo_unresolved: {
    cause: 'portal',
    why: 'the portal does not know the place that was sent',
    next: 'Nothing to do: it is sent again when the portal’s directory of places changes.',
  },
  photo_fetch_failed: {
    cause: 'feed',
    why: 'the portal could not load the photos',
    next: 'The agency checks that the photo addresses open without logging in.',
  },
  photo_minimum: {
    cause: 'feed',
    why: 'it has fewer photos than the portal wants',
    next: 'The agency adds photos in its own software.',
  },
  mandate_missing: {
    cause: 'agency',
    why: 'nobody stated that there is a signed brokerage contract',
    next: 'The agency states it; it belongs under answers: mandate_attested.',
  },
  moderation_blocked: {
    cause: 'agency',
    why: 'the portal’s staff blocked it',
    next: 'The agency asks the portal’s staff why.',
  },
  certification_rejected: {
    cause: 'mapping',
    why: 'it did not pass the portal’s certification',
    next: 'Read the staff’s note, correct the mapping, then send it again.',
  },
  worker_error: {
    cause: 'portal',
    why: 'something went wrong at the portal',
    next: 'Nothing to do now; if it lasts, tell the portal the listing’s id.',
  },
};

/** What a failure code means. A code that the spec does not name is told as it is. */
export function refusalCause(code: string | null): RefusalCause {
  if (code !== null && Object.hasOwn(causes, code)) return causes[code as FailureCode];
  return {
    cause: 'portal',
    why: code === null ? 'it gave no reason' : `it says ${code}, which its specification does not explain`,
    next: 'Ask the portal’s support what it means.',
  };
}
