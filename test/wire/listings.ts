/** A payload that the spec accepts, small enough to be read. */
export function validSale(): Record<string, unknown> {
  return {
    external_id: 'A-1',
    transaction: 'sale',
    category: 'apartment',
    state: 'active',
    title: { sr: 'Dvosoban stan u centru' },
    description: { sr: 'Svetao dvosoban stan na trećem spratu.' },
    price: { amount: 120_000, currency: 'EUR' },
    location: { place_id: '6f0c1d2e-0000-4000-8000-000000000001', address_line: 'Jevrejska 10' },
    structure: { area_sqm: 54.5, rooms: 2, heating: 'district' },
    legal: { mandate_attested: true },
    photos: [{ url: 'https://photos.agency.example/1.jpg' }, { url: 'https://photos.agency.example/2.jpg' }],
    source: { updated_at: '2026-11-20T10:00:00+01:00' },
  };
}

export function validRental(): Record<string, unknown> {
  return {
    external_id: 'R-1',
    transaction: 'rent',
    category: 'apartment',
    state: 'active',
    title: { sr: 'Garsonjera kod parka' },
    description: { sr: 'Nameštena garsonjera, odmah useljiva.' },
    rent: { amount: 350, currency: 'EUR', type: 'long_term', owner_lives_nearby: false },
    location: { place_id: '6f0c1d2e-0000-4000-8000-000000000001', address_line: 'Futoška 2' },
    structure: { area_sqm: 28, bedrooms: 0 },
    legal: { mandate_attested: true },
    house_rules: {},
    source: { updated_at: '2026-11-20T09:00:00Z' },
  };
}

/** The payload with the value at a JSON pointer replaced, or taken out where it is undefined. */
export function changed(
  payload: Record<string, unknown>,
  pointer: string,
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(payload);
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let target: Record<string, unknown> = copy;
  for (const key of keys) {
    target[key] ??= {};
    target = target[key] as Record<string, unknown>;
  }
  if (value === undefined) Reflect.deleteProperty(target, last);
  else target[last] = value;
  return copy;
}
