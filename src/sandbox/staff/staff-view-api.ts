import type { Hono } from 'hono';
import { addAction, externalIdOf, idOf } from './staff-http.js';
import type { Staff } from './staff.js';
import type { StaffView } from './staff-view.js';

/** Adds the routes with which staff read what the pages show, and suspend an app. Times are epoch milliseconds. */
export function addViewRoutes(app: Hono, view: StaffView, staff: Staff): void {
  app.get('/apps', (c) => c.json({ apps: view.apps() }));
  app.get('/apps/:id/coverage', (c) => c.json(view.coverage(idOf(c))));
  app.get('/connections', (c) => c.json({ connections: view.connections() }));
  app.get('/connections/:id/view', (c) => c.json(view.connection(idOf(c))));
  app.get('/connections/:id/listings/:external_id', (c) => c.json(view.listing(idOf(c), externalIdOf(c))));
  app.get('/connections/:id/batches', (c) => c.json({ batches: view.batches(idOf(c)) }));
  addAction(app, 'POST', '/apps/:id/suspend', (c) => staff.suspendApp(idOf(c)));
  addAction(app, 'POST', '/apps/:id/unsuspend', (c) => staff.suspendApp(idOf(c), false));
}
