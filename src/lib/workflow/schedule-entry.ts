/** A schedule as it is declared, for those who only show and steer it. */
export interface ScheduleEntry {
  id: string;
  /** Five fields of cron. */
  cron: string;
  timeZone: string;
  /** What it is for. */
  note: string;
  /** The workflow that it starts, and the beginning of the ids of its runs. */
  workflow: string;
  workflowId: string;
}
