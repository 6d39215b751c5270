import { createContext, use } from "react";
import type { FormProblem, FormSnapshot } from "#features/estimate/form/workflow-form.ts";

/** The address of the page on which a problem is mended; undefined for this page. */
type PathOfProblem = (problem: FormProblem, snapshot: FormSnapshot) => string | undefined;

/** Of a page that shows only some fields of the form whose errors it tells. */
const ProblemPathContext = createContext<PathOfProblem>(() => undefined);
export const ProblemPathProvider = ProblemPathContext.Provider;
export const useProblemPath = (): PathOfProblem => use(ProblemPathContext);
