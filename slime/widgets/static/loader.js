// All that is saved of the scripts: they unpack themselves and run as one module.
import { unpack } from "./packing.js";

const address = URL.createObjectURL(new Blob([await unpack("PACKED")], { type: "text/javascript" }));
const { default: widget } = await import(address);
URL.revokeObjectURL(address);
export default widget;
