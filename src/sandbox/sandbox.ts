import { cutConnection } from '../platform/http-server.js';
import { createFaults, type Faults } from './faults.js';
import { ConnectionCut, createGates, type Gate, type GateOptions, type MatchedRequest } from './gates.js';
import { operationAt } from './operations.js';
import { createPortal } from './portal.js';
import { createStaff, type Staff } from './staff.js';
import { createStaffApi, staffPath } from './staff-api.js';
import { createState, type SandboxOptions } from './state.js';

export { ConnectionCut, type Gate, type GateOptions } from './gates.js';
export type { Fault, FaultAction, Faults } from './faults.js';
export type { NewConnection, Staff, StaffConnection, StaffListing } from './staff.js';
export type { Limits, SandboxOptions, Settings } from './state.js';
export type { LogEntry } from './request-log.js';

/** The embedded portal: the partner API, its staff's side, and what goes wrong on demand. Everything in memory. */
export interface Sandbox {
  /**
   * Serves the API under `/v1` and the staff's side under `/_sandbox`.
   * @throws ConnectionCut where a gate or a fault cuts the connection
   */
  fetch(request: Request): Promise<Response>;
  readonly staff: Staff;
  readonly faults: Faults;
  /** Closes a gate: requests that concern it wait there until it is told what to do with them. */
  gate(options: GateOptions): Gate;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const state = createState(options);
  const portal = createPortal(state);
  const gates = createGates();
  const faults = createFaults(options.clock);
  const staff = createStaff(state);
  const staffApi = createStaffApi({ staff, gates, faults });

  const serve = async (request: Request): Promise<Response> => {
    const { pathname: path } = new URL(request.url);
    if (path.startsWith(staffPath)) return staffApi.fetch(request);
    const { basePath } = state.settings;
    const below = path.startsWith(basePath) ? path.slice(basePath.length) : '';
    const matched: MatchedRequest = {
      method: request.method,
      path,
      operation: operationAt(request.method, below)?.name ?? null,
    };
    await gates.pass('before', matched);
    const response = await faults.around(matched, () => portal.fetch(request));
    await gates.pass('after', matched);
    return response;
  };

  return {
    staff,
    faults,
    gate: (gateOptions) => gates.add(gateOptions),
    async fetch(request) {
      try {
        const response = await serve(request);
        response.headers.set('Date', new Date(state.now()).toUTCString());
        return response;
      } catch (error) {
        if (error instanceof ConnectionCut) cutConnection(request);
        throw error;
      }
    },
  };
}
