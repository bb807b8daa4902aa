import net from 'node:net';
import { portTable } from '../../../scripts/supervisor/settings.mjs';

/** Where `npm start`, a database or an engine of the developer may listen beside the tests. */
const ports = new Set([...Object.values(portTable).map(({ fallback }) => fallback), 5432, 7233]);
const loopback = /^(localhost|::1|127\.\d+\.\d+\.\d+)$/;

/** The port and host of any spelling of `connect` or `listen`. */
function target(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) return first;
  return { port: first, host: typeof second === 'string' ? second : undefined };
}

function refuse(verb, args) {
  const { port, host } = target(args);
  if (!ports.has(Number(port)) || (host !== undefined && !loopback.test(host))) return;
  throw new Error(`A test ${verb} the default port ${port}, where something else may run: use a free port.`);
}

/**
 * Keeps the tests of this process away from the default ports, so that they pass, and fail, alike whether the platform
 * runs beside them or not.
 */
export function guardDefaultPorts() {
  const { connect } = net.Socket.prototype;
  const { listen } = net.Server.prototype;
  net.Socket.prototype.connect = function (...args) {
    refuse('connects to', args);
    return connect.apply(this, args);
  };
  net.Server.prototype.listen = function (...args) {
    refuse('listens on', args);
    return listen.apply(this, args);
  };
}
guardDefaultPorts();
