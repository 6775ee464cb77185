/** The error codes in the order of the specification (part "Errors"). Replies may contain other codes, which are read as text. */
export const errorCodes = [
  'body_invalid',
  'connect_code_invalid',
  'connection_not_found',
  'listing_not_found',
  'batch_not_found',
  'place_not_found',
  'connection_not_active',
  'mass_removal_requires_confirmation',
  'idempotency_in_progress',
  'agency_not_eligible',
  'validation_failed',
  'batch_too_large',
  'idempotency_key_reused',
  'duplicate_external_id',
  'connection_item_limit',
  'internal_error',
  'signature_invalid',
] as const;

export const detailCodes = [
  'unknown_field',
  'required',
  'invalid_type',
  'too_small',
  'too_big',
  'invalid_enum',
  'invalid_format',
  'unknown_place',
  'duplicate_external_id',
  'duplicate_photo_url',
] as const;
export type DetailCode = (typeof detailCodes)[number];

/** One fault of a payload, in the form of the portal's replies. */
export interface Detail {
  /** JSON pointer into the payload; empty for the whole payload. */
  pointer: string;
  code: DetailCode;
  /** One sentence for the user. */
  message: string;
}

export const failureCodes = [
  'unmappable_category',
  'missing_required',
  'invalid_payload',
  'quota_exceeded',
  'duplicate',
  'geo_unresolved',
  'schema_invalid',
  'photo_fetch_failed',
  'photo_minimum',
  'mandate_missing',
  'moderation_blocked',
  'certification_rejected',
  'worker_error',
] as const;
export type FailureCode = (typeof failureCodes)[number];

export const warningCodes = [
  'agent_not_member',
  'virtual_tour_dropped',
  'commission_dropped',
  'field_not_applicable',
  'coordinates_outside_place',
  'photo_cap_applied',
] as const;
export type WarningCode = (typeof warningCodes)[number];

export const connectionStatuses = ['certifying', 'active', 'paused', 'revoked'] as const;

export const batchStatuses = ['received', 'processing', 'completed', 'failed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const itemResults = ['accepted', 'unchanged', 'needs_review', 'rejected', 'removed'] as const;
export type ItemResultCode = (typeof itemResults)[number];

export const removeReasons = ['sold', 'rented', 'withdrawn', 'expired', 'error'] as const;
export type WireRemoveReason = (typeof removeReasons)[number];
