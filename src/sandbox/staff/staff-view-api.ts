import type { Hono } from 'hono';
import { act, idOf } from './staff-http.js';
import type { Staff } from './staff.js';
import type { StaffView } from './staff-view.js';

/** What staff read, as JSON: everything that the pages show. Times are epoch milliseconds. And who may sign at all. */
export function addViewRoutes(app: Hono, view: StaffView, staff: Staff): void {
  app.get('/apps', (c) => c.json({ apps: view.apps() }));
  app.get('/apps/:id/coverage', (c) => c.json(view.coverage(idOf(c))));
  app.get('/connections', (c) => c.json({ connections: view.connections() }));
  app.get('/connections/:id/view', (c) => c.json(view.connection(idOf(c))));
  app.get('/connections/:id/listings/:external_id', (c) =>
    c.json(view.listing(idOf(c), c.req.param('external_id'))),
  );
  app.get('/connections/:id/batches', (c) => c.json({ batches: view.batches(idOf(c)) }));
  app.post(
    '/apps/:id/suspend',
    act((c) => staff.suspendApp(idOf(c))),
  );
  app.post(
    '/apps/:id/unsuspend',
    act((c) => staff.suspendApp(idOf(c), false)),
  );
}
