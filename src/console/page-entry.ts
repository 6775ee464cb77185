import type { Icon } from '@tabler/icons-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Role } from './api/session.js';
import type { Key } from './words/all.js';

export interface PageEntry {
  /** As wouter takes it. The first that fits and that the role may see is shown. */
  path: string;
  roles: readonly Role[];
  page: LazyExoticComponent<ComponentType>;
  /** In the main menu, in the order of this list. `also`: addresses that count as this page too. */
  nav?: { label: Key; icon: Icon; also?: RegExp };
}
