import { useParams } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

type Location = ReturnType<typeof useBrowserLocation>;

/**
 * The router's location with every `%` escaped. The router decodes an address with `decodeURI`, which leaves `%3A` and turns `%2541` into `%41`:
 * what it decodes here is the address as it stands, and `usePath` decodes each part once.
 */
export function useEncodedLocation(): Location {
  const [location, go] = useBrowserLocation();
  return [location.replaceAll('%', '%25'), go];
}

/** The parameters of the page's address with these names, decoded. One that the address lacks is empty. */
export function usePath<Name extends string>(...names: readonly Name[]): Record<Name, string> {
  const encoded = useParams<Record<string, string | undefined>>();
  const parts = names.map((name) => [name, decoded(encoded[name] ?? '')] as const);
  return Object.fromEntries(parts) as Record<Name, string>;
}

/** A part that is typed with a `%` of its own names itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
