import { State } from '../../generic/value.js';

/** The state of a job in one word: of a running one whether it waits for another attempt, or for a time or a signal. */
export function jobState({ status, waiting, idle }: { status: string; waiting: boolean; idle: boolean }) {
  const text = status !== 'running' ? status : waiting ? 'waiting' : idle ? 'idle' : 'running';
  return <State text={text} />;
}
