import { stringify } from 'yaml';

/** Of the language’s description, as its own test reads it. */
export interface Example {
  name: string;
  mapping: Record<string, unknown>;
  bases: Record<string, Record<string, unknown>>;
  records: readonly { record: string; header: string | null }[];
}

/** A text as an agency would write it, with records that it reads. */
export interface AgencyText {
  name: string;
  text: string;
  bases: Readonly<Record<string, string>>;
  records: readonly { record: string; header: string | null }[];
}

/** What every listing needs besides what an example is about. */
const frame = {
  name: 'example',
  version: 1,
  format: { container: 'xml', root: 'feed', records: 'feed/ad' },
  source_id: { const: '1' },
  transaction: { const: 'sale' },
  numbers: { decimal: '.' },
};
const neededFields = {
  category: { const: 'Stan' },
  'title.sr': { const: 'Stan u centru' },
  'description.sr': { const: 'Stan u centru grada, useljiv odmah.' },
  'price.amount': { const: 1000 },
  'rent.amount': { const: 300 },
  'location.place_id': { city: { const: 'Novi Sad' } },
  'location.address_line': { const: 'Obrenovićeva 1' },
};

/** Whole texts of the examples, which show every construct of the language. */
export function textsOf(examples: readonly Example[]): AgencyText[] {
  return examples.map(({ name, mapping, bases, records }) => {
    const [base] = Object.values(bases);
    const framed = stringify(framedBy(base ?? mapping));
    const isUpon = base !== undefined;
    return {
      name,
      text: isUpon ? stringify({ name: 'upon', version: 1, ...mapping }) : framed,
      bases: isUpon ? { base: framed } : {},
      records: records.map(({ record, header }) => ({ record, header })),
    };
  });
}

/** Fields of the example keep their order, since one may ask for those above it. */
function framedBy(mapping: Record<string, unknown>): Record<string, unknown> {
  const fields = mapping.fields as Record<string, unknown>;
  const others = Object.entries(neededFields).filter(([path]) => !(path in fields));
  return { ...frame, ...mapping, fields: { ...Object.fromEntries(others), ...fields } };
}
