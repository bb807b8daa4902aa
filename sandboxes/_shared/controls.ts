import express, { Router } from 'express';
import { z } from 'zod';

/** The settings of a sandbox that a test or a person changes while it runs. */
export interface Controls<T extends object> {
  readonly current: T;
  /** @throws ZodError for an unknown name or a value out of range. */
  set(patch: Partial<T>): T;
  reset(): T;
}

/** @param schema strict and partial, so that a typo in a test fails instead of doing nothing. */
export function createControls<T extends object>(
  initial: T,
  schema: z.ZodType<Partial<T>>,
  onChange?: (current: T) => void,
): Controls<T> {
  const current = { ...initial };
  const assign = (values: Partial<T>): T => {
    Object.assign(current, values);
    onChange?.(current);
    return current;
  };
  return {
    current,
    set: (patch) => assign(schema.parse(patch)),
    reset: () => assign(initial),
  };
}

/** `GET /_control` reads the settings, `POST` changes those it names, `DELETE` sets all back. */
export function controlRoutes<T extends object>(controls: Controls<T>): Router {
  const router = Router();
  router.get('/_control', (_req, res) => void res.json(controls.current));
  router.post('/_control', express.json(), (req, res) => {
    try {
      res.json(controls.set(req.body as Partial<T>));
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      res.status(400).json({ error: z.prettifyError(error) });
    }
  });
  router.delete('/_control', (_req, res) => void res.json(controls.reset()));
  return router;
}
