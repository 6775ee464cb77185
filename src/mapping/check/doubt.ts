/** Codes of warnings about values that the portal accepts but that look wrong. */
export const doubtCodes = [
  'area_unit',
  'coordinates_zero',
  'coordinates_swapped',
  'coordinates_far',
  'text_double_encoded',
  'text_double_escaped',
  'contacts_in_text',
  'photo_placeholder',
] as const;
type DoubtCode = (typeof doubtCodes)[number];

/** A value of a payload that looks wrong. The fields are those of an issue. */
export interface Doubt {
  code: DoubtCode;
  pointer: string;
  message: string;
  value?: string;
}

export type Payload = Readonly<Record<string, unknown>>;
