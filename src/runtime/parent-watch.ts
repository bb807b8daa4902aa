/**
 * A child of the supervisor must not outlive it, not even when the supervisor is killed and can say nothing. The
 * supervisor holds the other end of this process's stdin and sets `HAAT_PARENT_PIPE=1`; when it is gone, the
 * system closes the pipe. Without the variable (production, a shell) stdin is left alone.
 * @param stop called once when the supervisor has gone; should end the process as SIGTERM would
 */
export function watchParent(stop: () => void, environment = process.env, pipe = process.stdin): void {
  if (environment['HAAT_PARENT_PIPE'] !== '1') return;
  let gone = false;
  const onGone = () => {
    if (gone) return;
    gone = true;
    stop();
  };
  pipe.once('end', onGone);
  pipe.once('close', onGone);
  // A broken pipe means the same; without a listener it would end the process before it could clean up.
  pipe.once('error', onGone);
  pipe.resume();
}
