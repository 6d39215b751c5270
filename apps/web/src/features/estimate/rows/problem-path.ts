import { createContext, use } from "react";
import type { FormProblem, FormSnapshot } from "#features/estimate/form/workflow-form.ts";

/** Returns the page where a problem can be fixed; undefined for the current page. */
type PathOfProblem = (problem: FormProblem, snapshot: FormSnapshot) => string | undefined;

/** Provided by pages that list errors of fields they do not show. */
const ProblemPathContext = createContext<PathOfProblem>(() => undefined);
export const ProblemPathProvider = ProblemPathContext.Provider;
export const useProblemPath = (): PathOfProblem => use(ProblemPathContext);
