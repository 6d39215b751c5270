import { DocumentCreatePage } from "#features/documents/create/document-create-page.tsx";

/* The pages that make documents, as routes name them (ROUTE-39 to 43). */

export const ContractCreatePage = () => <DocumentCreatePage kind="contract" />;
export const ChangeOrderCreatePage = () => <DocumentCreatePage kind="changeOrder" />;
export const LaborBillCreatePage = () => <DocumentCreatePage kind="laborBill" />;
export const FinalLaborBillCreatePage = () => <DocumentCreatePage kind="finalLaborBill" />;
export const PurchaseOrderCreatePage = () => <DocumentCreatePage kind="purchaseOrder" />;
export const WorkOrderCreatePage = () => <DocumentCreatePage kind="workOrder" />;
