import { lazy as lazyOfReact, type ComponentType, type LazyExoticComponent } from 'react';
import { whenReachable } from './api/link.js';

/**
 * React's `lazy`. While the server is away, the part waits for it.
 * @param load imports the module whose default export is the component
 */
export function lazy<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyOfReact(async () => {
    try {
      return await load();
    } catch {
      const wasLost = await whenReachable();
      try {
        return await load();
      } catch (cause) {
        // Another release came back, whose files have other names, or the browser remembers the failure.
        if (wasLost) window.location.reload();
        throw cause;
      }
    }
  });
}
