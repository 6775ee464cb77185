/** Street and neighbourhood as a payload has them, by which people look for a listing; null where it has neither. */
export function addressOf(payload: Readonly<Record<string, unknown>>): string | null {
  const { location } = payload;
  if (typeof location !== 'object' || location === null) return null;
  const texts = ['address_line', 'neighbourhood'].map((key): unknown => Reflect.get(location, key));
  return texts.filter((text) => typeof text === 'string').join(' ') || null;
}
