/** How much an area may change before it is another one: agencies measure again, and round. */
const areaShareMax = 0.2;

/**
 * What makes the new content of an id look like another property: it stands elsewhere, and it is of another kind or size. A source that
 * gives an id twice publishes one listing's history under the other.
 * @returns what changed, for a sentence; empty where it is the same property
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

/** What one of the two does not state is no difference. */
function changed(name: string, before: unknown, after: unknown): string[] {
  return before !== undefined && after !== undefined && before !== after ? [name] : [];
}

function isOtherSize(before: number, after: number): boolean {
  return before > 0 && after > 0 && Math.abs(after - before) > areaShareMax * Math.max(before, after);
}
