/** An area that changes by at most this share is the same area: agencies measure again, and round. */
const areaShareMax = 0.2;

/**
 * Detects that an id was reused for another property: its location changed, and its category or size too. A source that reuses an id
 * would publish one property under the history of another.
 * @returns the changed traits, for a sentence; empty where it is the same property
 */
export function otherProperty(
  former: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): string[] {
  const [before, after] = [former, wanted].map(traits);
  if (before === undefined || after === undefined) return [];
  const where = [
    ...changed('place', before.place, after.place),
    ...changed('address', before.address, after.address),
  ];
  const what = [
    ...changed('category', before.category, after.category),
    ...(isOtherSize(before.area, after.area) ? [`area (${before.area} → ${after.area} m²)`] : []),
  ];
  return where.length > 0 && what.length > 0 ? [...where, ...what] : [];
}

interface Traits {
  place: unknown;
  address: unknown;
  category: unknown;
  area: number;
}

function traits(payload: Readonly<Record<string, unknown>>): Traits {
  const location = membersOf(payload.location);
  return {
    place: location.place_id,
    address: location.address_line,
    category: payload.category,
    area: Number(membersOf(payload.structure).area_sqm),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The name of the value if it differs. A value that is missing on one side is no difference. */
function changed(name: string, before: unknown, after: unknown): string[] {
  return before !== undefined && after !== undefined && before !== after ? [name] : [];
}

function isOtherSize(before: number, after: number): boolean {
  return before > 0 && after > 0 && Math.abs(after - before) > areaShareMax * Math.max(before, after);
}
