import { useSearchParams } from 'wouter';

/** Filters of a page, kept in its address, so that a link and the way back have them. */
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
