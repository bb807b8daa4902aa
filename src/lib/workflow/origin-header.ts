/** The header in which a workflow hands the origin of its run to its activities. */
export const ORIGIN_HEADER = 'haat-origin';
