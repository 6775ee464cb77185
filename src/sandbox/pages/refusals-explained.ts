/** The explanation of one error code. */
export interface Explained {
  /** The rule that the request broke. */
  rule: string;
  /** What the developer of the client should do. */
  remedy: string;
  /** The part of the specification with the rule; states where a rule or a code is the sandbox's own choice. */
  where: string;
}

/** @param code an error code; an unknown one gets a general explanation */
export function explainRefusal(code: string): Explained {
  return (
    explained[code] ?? {
      rule: 'This code was asked for by a fault, or the sandbox does not explain it yet.',
      remedy: 'Read the message of the reply.',
      where: 'Nowhere in the specification.',
    }
  );
}

const signing = 'Authentication, 7; the code is this sandbox’s choice';

const explained: Readonly<Record<string, Explained>> = {
  body_too_large: {
    rule: 'A body has a longest length.',
    remedy: 'Send fewer listings in one request.',
    where: signing,
  },
  header_missing: {
    rule: 'Every request carries five headers: key id, timestamp, nonce, content digest and signature.',
    remedy: 'Send the header that the details name; a proxy may have taken it off.',
    where: 'Authentication, 2; the code is this sandbox’s choice',
  },
  timestamp_malformed: {
    rule: 'The timestamp is whole Unix seconds, in digits alone.',
    remedy: 'Send seconds, not milliseconds and not a date.',
    where: 'Authentication, 2; the code is this sandbox’s choice',
  },
  nonce_malformed: {
    rule: 'The nonce is 16 to 64 random bytes in base64url without padding.',
    remedy: 'Encode with - and _ in place of + and /, and leave the = out.',
    where: 'Authentication, 2; the code is this sandbox’s choice',
  },
  content_digest_malformed: {
    rule: 'Content-Digest reads sha-256=:<base64 of the SHA-256>:, with the colons, also for an empty body.',
    remedy: 'Use ordinary base64 with padding here, not base64url and not hex.',
    where: 'Authentication, 2; the code is this sandbox’s choice',
  },
  signature_malformed: {
    rule: 'The signature is v1= followed by 86 characters of base64url without padding.',
    remedy: 'An Ed25519 signature has 64 bytes; sign the text itself, not a hash of it.',
    where: 'Authentication, 2; the code is this sandbox’s choice',
  },
  key_unknown: {
    rule: 'The key id names a public key that was registered with the portal.',
    remedy: 'Take the key id from the overview, or register the public key there.',
    where: 'Authentication, 4 and 10; the code is this sandbox’s choice',
  },
  key_revoked: {
    rule: 'A revoked key signs nothing any more.',
    remedy: 'Register another public key for the app.',
    where: signing,
  },
  timestamp_skewed: {
    rule: 'The timestamp is close to the portal’s clock, so that a recorded request cannot be sent again later.',
    remedy: 'Set the clock, or correct it by the Date header of any reply. Sign each retry again.',
    where: 'Authentication, 7 and 9; how far is this sandbox’s choice',
  },
  content_digest_mismatch: {
    rule: 'Content-Digest is the SHA-256 of exactly the bytes that are sent.',
    remedy: 'Serialise once, and send the very bytes that were digested.',
    where: 'Authentication, 2 and 3',
  },
  signature_invalid: {
    rule: 'The signature covers method, host, path, query, timestamp, nonce and content digest, line by line.',
    remedy: 'Compare your signing base with the one that the portal built.',
    where: 'Authentication, 1 and 3',
  },
  nonce_replayed: {
    rule: 'A nonce is used once. A repeated request needs a new signature.',
    remedy: 'Draw new random bytes for each attempt, retries too.',
    where: signing,
  },
  app_suspended: {
    rule: 'A suspended app is refused whatever it signs.',
    remedy: 'Let the app go on from the overview.',
    where: signing,
  },
  rate_limit_exceeded: {
    rule: 'Each key has so many requests a minute: rate_limit_per_minute of GET /ping.',
    remedy: 'Wait for the seconds of Retry-After, then go on more slowly.',
    where: 'Limits; the code is this sandbox’s choice',
  },
  not_found: {
    rule: 'The API has fifteen operations; this method and path are none of them.',
    remedy: 'Mind the version in the path, and encode ids as path segments.',
    where: 'What the service does, the operation list',
  },
  body_invalid: {
    rule: 'A request body is one JSON object in UTF-8.',
    remedy: 'Send an object, {} where there is nothing to say; no list, no text.',
    where: 'Errors, body_invalid',
  },
  connect_code_invalid: {
    rule: 'A connect code is known, has not lapsed, was not used before and belongs to the app of this key.',
    remedy: 'Ask for a new code. If the first try succeeded, GET /connections has the connection.',
    where: 'POST /connections, rules 1 to 4',
  },
  connection_not_found: {
    rule: 'A connection is seen by its own app and environment alone, and not before its code is redeemed.',
    remedy: 'Compare the id with GET /connections under this key.',
    where: 'Connection states; Authentication, 5',
  },
  listing_not_found: {
    rule: 'Only what the portal holds from this connection can be removed.',
    remedy: 'It may be off already: that is as good as removed.',
    where: 'POST …/remove; Errors, listing_not_found',
  },
  batch_not_found: {
    rule: 'A batch is seen by the app that sent it, and remembered a little longer than its idempotency key.',
    remedy: 'Use the id of the reply to the push.',
    where: 'GET /batches/{id}',
  },
  place_not_found: {
    rule: 'A place id comes from GET /places.',
    remedy: 'Search for the place; ids differ between portals.',
    where: 'GET /places/{id}',
  },
  connection_not_active: {
    rule: 'Listings are written on a certifying or active connection; a paused one may still be read.',
    remedy: 'Wait until it is resumed; a revoked one needs a new consent of the agency.',
    where: 'Connection states, behaviour per state',
  },
  mass_removal_requires_confirmation: {
    rule: 'A reconcile that would take a great part of the live listings off wants to be confirmed.',
    remedy: 'Make sure that the list is complete before you confirm.',
    where: 'POST …/reconcile; the threshold is this sandbox’s choice',
  },
  idempotency_in_progress: {
    rule: 'While the first request with a key is being worked on, a repetition gets no second answer.',
    remedy: 'Read GET /batches/{id} with the id of the details.',
    where: 'Idempotency, second row',
  },
  agency_not_eligible: {
    rule: 'An agency without a register number, or whose account is blocked, cannot be connected.',
    remedy: 'The agency has to put that right at the portal.',
    where: 'POST /connections, errors',
  },
  validation_failed: {
    rule: 'Body, query and headers follow their schema strictly; each detail points at one thing that does not.',
    remedy: 'Put right what each pointer names, then send it again.',
    where: 'Resources and their fields; Errors, detail codes',
  },
  batch_too_large: {
    rule: 'A batch has at most max_batch_items listings, a validation 50, a reconcile 5,000 ids.',
    remedy: 'Split the batch. A reconcile cannot be split: it is one whole list.',
    where: 'Limits; Errors, batch_too_large',
  },
  idempotency_key_reused: {
    rule: 'A key stands for one body for seven days.',
    remedy: 'Draw a new key for each new body, and keep it for the retries of that body alone.',
    where: 'Idempotency, third row',
  },
  duplicate_external_id: {
    rule: 'One batch names each listing once.',
    remedy: 'Send only the latest state of each listing.',
    where: 'POST …/batches; Errors, duplicate_external_id',
  },
  connection_item_limit: {
    rule: 'Each connection may push so many items an hour: connection_items_per_hour of GET /ping.',
    remedy: 'Wait for the seconds of Retry-After. The idempotency key is still free.',
    where: 'Limits; Idempotency, last line',
  },
  internal_error: {
    rule: 'The portal failed; nothing is known of what was applied.',
    remedy: 'Send it again with the same idempotency key. A fault on demand looks the same.',
    where: 'Errors, internal_error',
  },
};
