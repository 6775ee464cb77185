import { cutConnection, sentTarget } from '../platform/http/http-server.js';
import { createFaults, type Faults } from './faults.js';
import { firstSteps, type FirstSteps } from './first-steps.js';
import {
  ConnectionCut,
  createGates,
  type Gate,
  type GateOptions,
  type MatchedRequest,
} from './state/gates.js';
import { keepState } from './keep-state.js';
import type { App } from './state/model.js';
import { openApiDocument } from './openapi.js';
import { operationAt } from './operations.js';
import { createPages, isPage } from './pages/pages.js';
import { createPortal } from './portal.js';
import { createStaff, type Staff } from './staff/staff.js';
import { createStaffApi, staffPath } from './staff/staff-api.js';
import { createStaffView } from './staff/staff-view.js';
import { createReset } from './reset.js';
import { createWebhooks, type Webhooks } from './staff/staff-webhooks.js';
import type { StateFile } from './state/state-file.js';
import { createState, stateOf, type SandboxOptions } from './state/state.js';
import { createTimekeeper, type Timekeeper } from './time.js';
import { createWebhookSender } from './state/webhook-deliveries.js';
import { createWebhookFaults } from './state/webhook-faults.js';

export { ConnectionCut, type Gate } from './state/gates.js';
export type { FirstSteps } from './first-steps.js';
export { openStateFile, StateFileError, type StateFile } from './state/state-file.js';
export {
  readSavedPlaces,
  readSavedVocabulary,
  SavedReferenceError,
  type SavedReference,
} from './state/saved-reference.js';
export type { Fault } from './state/fault.js';
export type { NewConnection, StaffListing } from './staff/staff.js';
export type { SandboxOptions } from './state/state.js';
export { webhookEventNames, type WebhookEventName } from './state/webhook-event-names.js';

/** The embedded portal: the partner API, its staff's side, and what goes wrong on demand. Everything in memory. */
export interface Sandbox {
  /**
   * Serves the API under `/v1` and the staff's side under `/_sandbox`.
   * @throws ConnectionCut where a gate or a fault cuts the connection
   */
  fetch(request: Request): Promise<Response>;
  readonly staff: Staff;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /** What happens by itself as time passes. No part ticks on its own: the owner of the process calls `run`. */
  readonly time: Timekeeper;
  /** Back to the beginning, for one app or for all; apps, keys and webhook endpoints stay. */
  reset(appId?: string): void;
  /** What a client needs for its first five minutes: made in a fresh portal, found in one that was kept. */
  firstSteps(publicKey: string): FirstSteps;
  /** Writes what changed to the state file, if there is one; every request does it by itself, before its reply. */
  save(): void;
  /** Closes a gate: requests that concern it wait there until `open` or `fail` decides about them. */
  gate(options: GateOptions): Gate;
}

const openApiPath = `${staffPath}/openapi.json`;

export function createSandbox({
  stateFile,
  ...options
}: SandboxOptions & { stateFile?: StateFile }): Sandbox {
  const state = createState(options);
  const portal = createPortal(state);
  const gates = createGates();
  const faults = createFaults(state);
  const staff = createStaff(state);
  const webhookFaults = createWebhookFaults(state.webhookFaults);
  const sender = createWebhookSender(state, webhookFaults);
  const webhooks = createWebhooks(state, sender, webhookFaults);
  const time = createTimekeeper(state, sender, () => save());
  const reset = createReset(state, { gates, faults, webhookFaults });
  const controls = { staff, webhooks, time, reset };
  const view = createStaffView(state);
  const staffApi = createStaffApi({ staff, view, gates, faults, controls });
  const pages = createPages({ view, staff, faults, webhooks, control: staffApi.fetch });
  const appNamedBy = ({ headers }: Request): App | null =>
    state.keys.get(headers.get(`${state.protocol.header_prefix}Key-Id`) ?? '')?.app ?? null;

  const { shuffleKeys = false } = options;
  const save = stateFile ? keepState(state, stateFile, { shuffleKeys }) : (): void => undefined;

  const serve = async (request: Request): Promise<Response> => {
    const { path } = sentTarget(request);
    if (path === openApiPath) return Response.json(openApiDocument(state.protocol, state.settings.basePath));
    if (path.startsWith(staffPath)) return (isPage(path) ? pages : staffApi.fetch)(request).finally(save);
    const { basePath } = state.settings;
    const below = path.startsWith(basePath) ? path.slice(basePath.length) : '';
    const matched: MatchedRequest = {
      method: request.method,
      path,
      operation: operationAt(request.method, below)?.operation.name ?? null,
      app: appNamedBy(request)?.id ?? null,
    };
    await gates.pass('before', matched);
    const response = await faults.around(request, matched, () => portal.fetch(request)).finally(save);
    await gates.pass('after', matched);
    return response;
  };

  return {
    staff,
    faults,
    webhooks,
    time,
    reset,
    save,
    firstSteps: (publicKey) => firstSteps(publicKey, staff, state),
    gate: (gateOptions) => gates.add(gateOptions),
    async fetch(request) {
      try {
        const response = await serve(request);
        const app = appNamedBy(request);
        const now = (app ? stateOf(app, state) : state).wall();
        response.headers.set('Date', new Date(now).toUTCString());
        return response;
      } catch (error) {
        if (error instanceof ConnectionCut) cutConnection(request);
        throw error;
      }
    },
  };
}
