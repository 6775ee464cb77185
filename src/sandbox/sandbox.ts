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

/**
 * A portal in this process, for development and tests: the partner API, the staff's side, and faults on demand. Its state is in
 * memory, and in a state file if there is one.
 */
export interface Sandbox {
  /**
   * Serves the partner API under its base path and the staff's side under `/_sandbox`.
   * @throws ConnectionCut if a gate or a fault cuts the connection
   */
  fetch(request: Request): Promise<Response>;
  readonly staff: Staff;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /** Does what falls due as time passes. Nothing starts it: the owner of the process calls `time.run`. */
  readonly time: Timekeeper;
  /** Resets one app, or all. Apps, keys and webhook endpoints stay. */
  reset(appId?: string): void;
  /** A key, connections and a connect code to start with: added to an empty portal, found in one from a state file. */
  firstSteps(publicKey: string): FirstSteps;
  /** Saves the state to the state file, if there is one. Each request saves before its reply; other changes need this call. */
  save(): void;
  /** Adds a closed gate. It holds the requests that match, until `letPass`, `cut` or `open` is called. */
  gate(options: GateOptions): Gate;
}

const openApiPath = `${staffPath}/openapi.json`;

/** A sandbox portal. @throws StateFileError if the state file was made with the other setting of `shuffleKeys` */
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
