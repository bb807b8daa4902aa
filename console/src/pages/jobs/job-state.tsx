import { State } from '../../generic/value.js';

interface JobStanding {
  status: string;
  outcome: string | null;
  waiting: boolean;
  idle: boolean;
}

/**
 * The state of a job in one word: of a running one whether it waits for another attempt, or for a time or a signal; of one
 * that ended without an error what came of it.
 */
export function jobState({ status, outcome, waiting, idle }: JobStanding) {
  const ended = status === 'completed' && outcome && outcome !== 'ok' ? outcome : status;
  const text = status !== 'running' ? ended : waiting ? 'waiting' : idle ? 'idle' : 'running';
  return <State text={text} />;
}
