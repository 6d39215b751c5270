export { WORKFLOWS, workflowNames, type Workflow, type WorkflowId } from "./workflows.ts";
