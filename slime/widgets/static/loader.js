// The table as a widget (anywidget): its wire to Python, and where it gets what all tables share.
import { boot } from "./boot.js";

/** The shared widget's data, or Python's answer where a host gives no other widget. @param {Widget} model @returns {Promise<string>} */
async function shared(model) {
  try {
    const id = model.get("assets").replace("IPY_MODEL_", "");
    return (await model.widget_manager.get_model(id)).get("data");
  } catch {
    return new Promise((found) => {
      /** @param {{ assets?: string }} message */
      const hear = (message) => {
        if (!message?.assets) return;
        model.off("msg:custom", hear);
        found(message.assets);
      };
      model.on("msg:custom", hear);
      model.send({ do: "assets" });
    });
  }
}

/** @param {Widget} model @returns {Traits} */
const traits = (model) => ({ ...JSON.parse(model.get("state")), kept: model.get("kept"), position: model.get("position") });

/** @param {Widget} model @returns {Wire} */
const wire = (model) => ({
  send(message) {
    if (message.do !== "at") return model.send(message);
    model.set("position", message.at);
    model.save_changes();
  },
  on(hear) {
    const changed = () => hear({ traits: traits(model) });
    const names = ["change:state", "change:kept", "change:position"];
    for (const name of names) model.on(name, changed);
    model.on("msg:custom", hear);
    return () => {
      for (const name of names) model.off(name, changed);
      model.off("msg:custom", hear);
    };
  },
});

/** @param {{ model: Widget, el: HTMLElement }} place */
async function render({ model, el }) {
  const { face, assets } = await boot(await shared(model));
  return face(el, traits(model), wire(model), assets);
}

export default { render };
