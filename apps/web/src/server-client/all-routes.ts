export { routes } from "@ridgebook/contract";
