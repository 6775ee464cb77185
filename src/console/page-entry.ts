import type { Icon } from '@tabler/icons-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Role } from './api/session.js';
import type { Key } from './words/all.js';

/** A page of the console. */
export interface PageEntry {
  /**
   * A pattern of wouter, the router: `:name` is a parameter. The first entry that matches the address and allows the
   * role is shown.
   */
  path: string;
  roles: readonly Role[];
  page: LazyExoticComponent<ComponentType>;
  /**
   * The page’s item in the main menu, in the order of the entries. On addresses that match `also`, the item is marked
   * as current too.
   */
  nav?: { label: Key; icon: Icon; also?: RegExp };
}

type Entry = (path: string, page: PageEntry['page'], nav?: PageEntry['nav']) => PageEntry;

/** A function that creates entries of pages that `roles` may open. */
export function entriesFor(...roles: readonly Role[]): Entry {
  return (path, page, nav) => ({ path, roles, page, ...(nav !== undefined && { nav }) });
}

/** Creates the entry of a page that every account may open. */
export const forEveryone = entriesFor('agency', 'operator', 'administrator');
