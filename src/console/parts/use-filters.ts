import { useSearchParams } from 'wouter';

/**
 * A page's filters. They are stored in the query of the page's address, so that a link to the page has them, and going back restores them.
 * An unset filter is `''`.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [filters: Readonly<Record<Name, string>>, set: (changed: Partial<Record<Name, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (changed: Partial<Record<Name, string>>): void => {
    const next = { ...filters, ...changed };
    setParams(
      Object.entries<string>(next).filter(([, value]) => value !== ''),
      { replace: true },
    );
  };
  return [filters, set];
}
